import { Page } from "../../parts/page";

export default function HomePage() {
  return (
    <Page title="Home">
      <p>Nothing yet.</p>
    </Page>
  );
}
