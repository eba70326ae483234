import { Page } from "../../parts/page";

export default function SimulationPage() {
  return (
    <Page title="Simulation">
      <p>Nothing yet.</p>
    </Page>
  );
}
