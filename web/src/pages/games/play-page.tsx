// A play: the game in its frame, and beside it how one stands and why the last move was judged as it was.

import { useState } from "react";
import type { Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { Meter } from "../../parts/stats";
import { type Column, Table } from "../../parts/table";
import { Link, type Params } from "../../router";
import { useActing } from "../../state/acting";
import { many } from "../../words";
import { WhyPanel } from "../chat/why-panel";
import type { FromPage } from "./bridge";
import { games } from "./game-why";
import { Player } from "./player";
import { type Playing, playAgain, unfit, usePlaying } from "./playing";
import { modeName } from "./words";
import "./games.css";

export default function PlayPage({ params }: { params: Params }) {
  const session = params.id as string;
  const { playing, play, moved } = usePlaying(session);
  const { problem, act } = useActing();
  const scene = playing.data?.play.scene;

  function hear(message: FromPage) {
    if (message.type === "dramaturg:move") moved(message.number, message.move, message.score);
    if (message.type === "dramaturg:unfit") unfit(session);
    if (message.type === "dramaturg:again") void act(() => playAgain(session, scene?.timers ?? true));
  }

  return (
    <Page title={scene?.title ?? "A game"} lead={scene && <Lead scene={scene} session={session} />}>
      {problem && <ProblemNotice problem={problem} />}
      <Loaded of={playing} what="the play">
        {(data) => (
          <div className="games-play">
            <div>
              <Standing playing={data} />
              <Player session={session} title={data.play.scene.title} handed={data.handed} play={play} onMessage={hear} />
            </div>
            <Beside session={session} playing={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ scene, session }: { scene: Schemas["GameScene"]; session: string }) {
  return (
    <>
      {scene.points} of {many(scene.of, "point")} · {scene.timers ? "against the clock" : "without a clock"} ·{" "}
      <Link to={`/sessions/${session}/replay`}>Every move</Link>
    </>
  );
}

function Standing({ playing: { waits, note, play } }: { playing: Playing }) {
  const { ended, points, of } = play.scene;
  return (
    <>
      {ended && <Notice tone="good">Finished with {points} of {many(of, "point")}.</Notice>}
      {play.moved && <Notice tone="warn">This play went on with another version of its game; its earlier moves no longer lead there.</Notice>}
      {note && <Notice tone="warn">{note}</Notice>}
      {waits.offline && (
        <Notice tone="warn">
          The server cannot be reached. {many(waits.waiting, "move waits", "moves wait")} here and will be sent as soon as it answers; you can
          play on.
        </Notice>
      )}
    </>
  );
}

type Round = Schemas["RoundShown"];

const ROUNDS: Column<Round>[] = [
  { head: "Round", cell: (round) => <RoundName round={round} /> },
  { head: "Points", cell: (round) => `${round.points} / ${round.of}`, number: true },
];

function RoundName({ round }: { round: Round }) {
  const name = modeName(round.mode);
  return (
    <>
      {round.stands === "now" ? <strong>{name} (now)</strong> : name}
      <Meter share={round.points / Math.max(1, round.of)} label={`Points in ${name}`} />
    </>
  );
}

function Beside({ session, playing }: { session: string; playing: Playing }) {
  const { scene } = playing.play;
  const [picked, setPicked] = useState<number>();
  const turn = picked ?? playing.turn;
  return (
    <div>
      <Panel title="How you stand">
        <Table caption="The rounds, as the server counts them" columns={ROUNDS} rows={scene.rounds} keyOf={(round) => round.mechanic} />
      </Panel>
      <Panel label="Why">
        <WhyPanel
          session={session}
          turn={turn}
          last={playing.turn}
          side={games}
          onTurn={(wanted) => setPicked(wanted === playing.turn ? undefined : wanted)}
        />
      </Panel>
    </div>
  );
}
