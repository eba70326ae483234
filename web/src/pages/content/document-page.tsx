import { Page } from "../../parts/page";

export default function DocumentPage() {
  return (
    <Page title="Document">
      <p>Nothing yet.</p>
    </Page>
  );
}
