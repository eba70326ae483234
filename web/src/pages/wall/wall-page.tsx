import { Page } from "../../parts/page";

export default function WallPage() {
  return (
    <Page title="Wall">
      <p>Nothing yet.</p>
    </Page>
  );
}
