import { Page } from "../../parts/page";

export default function StudiesPage() {
  return (
    <Page title="Studies">
      <p>Nothing yet.</p>
    </Page>
  );
}
