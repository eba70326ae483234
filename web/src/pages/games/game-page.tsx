import { Page } from "../../parts/page";

export default function GamePage() {
  return (
    <Page title="Game">
      <p>Nothing yet.</p>
    </Page>
  );
}
