import { Page } from "../../parts/page";

export default function ReplayPage() {
  return (
    <Page title="Replay">
      <p>Nothing yet.</p>
    </Page>
  );
}
