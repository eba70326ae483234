// One game: what it is, its design, plan and content to be edited, a preview, building it again, and taking it elsewhere.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Page } from "../../parts/page";
import { Tabs } from "../../parts/tabs";
import { go, type Params, useQuery } from "../../router";
import { useActing } from "../../state/acting";
import { useResource } from "../../state/store";
import { ContentTab } from "./content-tab";
import { DesignTab } from "./design-tab";
import { ExportTab } from "./export-tab";
import { OverviewTab } from "./overview-tab";
import { PlanTab } from "./plan-tab";
import { beginPlay } from "./playing";
import { PreviewTab } from "./preview-tab";
import { RebuildTab } from "./rebuild-tab";
import "./games.css";

type Shown = Schemas["GameShown"];

export default function GamePage({ params }: { params: Params }) {
  const id = params.id as string;
  const game = useResource<Shown>(`game:${id}`, () => got(api.GET("/api/v1/games/{game}", { params: { path: { game: id } } })));
  const card = game.data?.card;
  return (
    <Page title={card?.title ?? "A game"} lead={card && `${card.subject} · ${card.difficulty} · about ${card.minutes} minutes`} actions={card && <PlayButtons id={id} />}>
      <Loaded of={game} what="the game">
        {(shown) => <GameTabs id={id} shown={shown} reload={game.reload} />}
      </Loaded>
    </Page>
  );
}

function PlayButtons({ id }: { id: string }) {
  const { busy, problem, act } = useActing();
  const begin = (timers: boolean) => void act(() => beginPlay(id, timers));
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <Button kind="primary" disabled={busy} onClick={() => begin(true)}>
        Play
      </Button>
      <Button disabled={busy} onClick={() => begin(false)}>Play without a clock</Button>
    </>
  );
}

function GameTabs({ id, shown, reload }: { id: string; shown: Shown; reload: () => Promise<void> }) {
  const tab = useQuery().get("tab") ?? "overview";
  const select = (name: string) => go(`/games/${id}?tab=${name}`, true);
  return (
    <>
      {shown.card.edited && tab !== "rebuild" && (
        <Notice tone="warn">
          This game was edited since it was built. What you play is still the old one.{" "}
          <Button kind="quiet" onClick={() => select("rebuild")}>
            Build it again
          </Button>
        </Notice>
      )}
      <Tabs
        label="The game"
        selected={tab}
        onSelect={select}
        tabs={[
          { id: "overview", title: "Overview", show: () => <OverviewTab shown={shown} /> },
          { id: "design", title: "Design", show: () => <DesignTab id={id} onSaved={reload} /> },
          { id: "plan", title: "Plan", show: () => <PlanTab plan={shown.plan} /> },
          { id: "content", title: "Content", show: () => <ContentTab id={id} onSaved={reload} /> },
          { id: "preview", title: "Preview", show: () => <PreviewTab id={id} title={shown.card.title} /> },
          { id: "rebuild", title: "Rebuild", show: () => <RebuildTab id={id} onBuilt={reload} /> },
          { id: "export", title: "Export", show: () => <ExportTab id={id} title={shown.card.title} /> },
        ]}
      />
    </>
  );
}
