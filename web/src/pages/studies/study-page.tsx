import { Page } from "../../parts/page";

export default function StudyPage() {
  return (
    <Page title="Study">
      <p>Nothing yet.</p>
    </Page>
  );
}
