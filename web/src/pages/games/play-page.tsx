import { Page } from "../../parts/page";

export default function PlayPage() {
  return (
    <Page title="Play">
      <p>Nothing yet.</p>
    </Page>
  );
}
