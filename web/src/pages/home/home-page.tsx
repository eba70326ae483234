// The first page: what this is, what was left open, and one step to each thing that can be played or run.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { ProblemNotice } from "../../parts/notice";
import { Page } from "../../parts/page";
import { Link } from "../../router";
import { useResource } from "../../state/store";
import { GameCards } from "./game-cards";
import "./home.css";
import { InterviewCard } from "./interview-card";
import { LeftOpen } from "./left-open";
import { MemoirCard } from "./memoir-card";
import { newSession, type Opening, useOpening } from "./opening";
import { SimCard } from "./sim-card";

const ABOUT =
  "Dramaturg plays guided conversations and learning games. A language model may find the words; " +
  "plain rules decide what happens, and after every turn you can see why.";

export default function HomePage() {
  const catalogue = useResource("catalogue", () => got(api.GET("/api/v1/catalogue")));
  const opening = useOpening();
  return (
    <div className="home">
      <Page title="Good conversations, by design" lead={ABOUT} actions={<FirstStep sims={catalogue.data?.sims ?? []} opening={opening} />}>
        {opening.problem && <ProblemNotice problem={opening.problem} />}
        <LeftOpen />
        <Loaded of={catalogue} what="what can be played">
          {(data) => <Offers catalogue={data} opening={opening} />}
        </Loaded>
      </Page>
    </div>
  );
}

const EASY = "launch_decision"; // a scene that needs no knowledge of its trade

// For whoever does not know yet what to choose.
function FirstStep({ sims, opening }: { sims: readonly Schemas["SimCard"][]; opening: Opening }) {
  const sim = sims.find((each) => each.id === EASY) ?? sims[0];
  const begin = () => sim && void opening.open("first", () => newSession({ engine: "sims", scenario: sim.id }));
  return (
    <Button kind="primary" disabled={!sim || opening.busy !== ""} onClick={begin}>
      {opening.busy === "first" ? "One moment …" : "Try a first conversation"}
    </Button>
  );
}

function Offers({ catalogue, opening }: { catalogue: Schemas["Catalogue"]; opening: Opening }) {
  return (
    <>
      <p className="home-notice">{catalogue.notice}</p>
      <section aria-labelledby="home-scenes">
        <h2 id="home-scenes">Play a scene</h2>
        <p className="home-about">Talk to people who each know something, then take a decision. Afterwards you are told what you heard and what you missed.</p>
        <ul className="cards">
          {catalogue.sims.map((sim) => (
            <SimCard key={sim.id} sim={sim} opening={opening} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="home-talk">
        <h2 id="home-talk">Be heard</h2>
        <div className="home-pair">
          <InterviewCard catalogue={catalogue} opening={opening} />
          <MemoirCard catalogue={catalogue} opening={opening} />
        </div>
      </section>
      <GameCards topics={catalogue.knowledge} opening={opening} />
      <Studies studies={catalogue.studies} />
    </>
  );
}

function Studies({ studies }: { studies: readonly Schemas["CatalogueOffer"][] }) {
  return (
    <section aria-labelledby="home-studies">
      <h2 id="home-studies">Hold a study</h2>
      <p className="home-about">Invite people, hear all of them the same way, and see what they share.</p>
      <ul className="home-left">
        {studies.map((study) => (
          <li key={study.id}>
            <span className="home-study">{study.title}</span>
            <span className="muted small">{study.about}</span>
          </li>
        ))}
      </ul>
      <p className="row">
        <Link to="/studies" className="button">
          Open or follow a study
        </Link>
        <span>
          Everything here can be changed, and written anew: <Link to="/content">look at the content</Link>.
        </span>
      </p>
    </section>
  );
}
