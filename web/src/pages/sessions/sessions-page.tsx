import { Page } from "../../parts/page";

export default function SessionsPage() {
  return (
    <Page title="Sessions">
      <p>Nothing yet.</p>
    </Page>
  );
}
