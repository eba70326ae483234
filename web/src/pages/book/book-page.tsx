import { Page } from "../../parts/page";

export default function BookPage() {
  return (
    <Page title="Book">
      <p>Nothing yet.</p>
    </Page>
  );
}
