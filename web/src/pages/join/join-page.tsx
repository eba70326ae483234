// A respondent's way through a study: the door, consent, a few questions, the interview, and thanks.

import { Loaded } from "../../parts/loaded";
import { Page } from "../../parts/page";
import type { Params } from "../../router";
import { Consent } from "./consent";
import { Accepted, Ending, TurnedAway, Withdrawn } from "./ending";
import { type Guest, useGuest } from "./guest";
import { Interview } from "./interview";
import "./join.css";
import { Screening } from "./screening";

export default function JoinPage({ params }: { params: Params }) {
  const guest = useGuest(params.study as string);
  return (
    <div className="join">
      <Page title={guest.data?.door.title ?? "Take part"}>
        <Loaded of={guest} what="the study">
          {(data) => <Stage guest={data} />}
        </Loaded>
      </Page>
    </div>
  );
}

function Stage({ guest }: { guest: Guest }) {
  switch (guest.visit?.standing) {
    case undefined:
      return <Consent guest={guest} />;
    case "consented":
      return <Screening guest={guest} />;
    case "accepted":
      return <Accepted guest={guest} />;
    case "interviewing":
      return <Interview guest={guest} />;
    case "finished":
      return <Ending guest={guest} />;
    case "withdrawn":
      return <Withdrawn />;
    case "screened_out":
    case "quota_full":
      return <TurnedAway guest={guest} />;
  }
}
