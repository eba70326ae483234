import { Page } from "../../parts/page";

export default function LoginPage() {
  return (
    <Page title="Login">
      <p>Nothing yet.</p>
    </Page>
  );
}
