import { Page } from "../../parts/page";

export default function GamesPage() {
  return (
    <Page title="Games">
      <p>Nothing yet.</p>
    </Page>
  );
}
