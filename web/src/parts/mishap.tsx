// What is shown in place of a page that failed: its file could not be fetched, or it broke.

import { Component, type ReactNode } from "react";
import { Button } from "./button";
import { Notice } from "./notice";
import { Page } from "./page";

export class Mishap extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Page title="This page could not be shown">
        <Notice tone="bad">
          <p>The server may be away, or may have changed meanwhile. Nothing that was kept is lost.</p>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </Notice>
      </Page>
    );
  }
}
