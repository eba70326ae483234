import { Page } from "../../parts/page";

export default function SimulationsPage() {
  return (
    <Page title="Simulations">
      <p>Nothing yet.</p>
    </Page>
  );
}
