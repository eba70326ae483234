import { Page } from "../../parts/page";

export default function ContentPage() {
  return (
    <Page title="Content">
      <p>Nothing yet.</p>
    </Page>
  );
}
