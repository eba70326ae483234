import { Page } from "../../parts/page";

export default function ChatPage() {
  return (
    <Page title="Chat">
      <p>Nothing yet.</p>
    </Page>
  );
}
