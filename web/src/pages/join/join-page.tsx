import { Page } from "../../parts/page";

export default function JoinPage() {
  return (
    <Page title="Join">
      <p>Nothing yet.</p>
    </Page>
  );
}
