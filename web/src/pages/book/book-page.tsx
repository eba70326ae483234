// The draft of a memoir's book: chapters, timeline and passages, each line leading back to the words exactly as they were told.

import { useState } from "react";
import type { Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { Page } from "../../parts/page";
import { Tabs } from "../../parts/tabs";
import { Link, type Params } from "../../router";
import { Arrange } from "./arrange";
import "./book.css";
import { Chapters } from "./chapters";
import { Downloads } from "./downloads";
import { LeftOut } from "./left-out";
import { type Copy, reload, useArrangement, useBook, useLeftOut, usePassages } from "./loading";
import { PassageDialog } from "./passage-dialog";
import { Passages } from "./passages";
import { TimelineShown } from "./timeline";

export default function BookPage({ params }: { params: Params }) {
  const session = params.id as string;
  const [copy, setCopy] = useState<Copy>({ sensitive: false, reader: "everyone" });
  const book = useBook(session, copy);
  return (
    <Page
      title={book.data?.title ?? "The book"}
      lead="A draft in the teller’s own words. The numbers lead to what was said, exactly as it was said."
      actions={
        <Link to={`/sessions/${session}`} className="button">
          Back to the conversation
        </Link>
      }
    >
      <Downloads session={session} copy={copy} onCopy={setCopy} />
      <Loaded of={book} what="the book">
        {(data) => <BookShown session={session} book={data} copy={copy} />}
      </Loaded>
    </Page>
  );
}

type BookShownProps = { session: string; book: Schemas["BookShown"]; copy: Copy };

function BookShown({ session, book, copy }: BookShownProps) {
  const [picked, setPicked] = useState<Schemas["PassageShown"]>();
  const passages = usePassages(session);
  const leftOut = useLeftOut(session);
  const arrangement = useArrangement(session);
  const again = () => reload(session, copy);
  const found = (turn: number | undefined) => passages.data?.find((each) => each.turn === turn);
  const pick = (turn: number) => setPicked(found(turn));
  const passage = found(picked?.turn) ?? picked; // a deleted one stays until its dialog is closed
  const tabs = [
    { id: "book", title: "Book", show: () => <Chapters book={book} onPassage={pick} /> },
    {
      id: "left-out",
      title: "Left out",
      show: () => <Loaded of={leftOut} what="what is left out">{(data) => <LeftOut session={session} page={data} onPassage={pick} onChanged={() => void again()} />}</Loaded>,
    },
    {
      id: "arrange",
      title: "Arrange",
      show: () => (
        <Loaded of={arrangement} what="the chapters">
          {(data) => <Arrange session={session} book={data} passages={passages.data ?? []} onPassage={pick} onChanged={again} />}
        </Loaded>
      ),
    },
    { id: "timeline", title: "Timeline", show: () => <TimelineShown timeline={book.timeline} onPassage={pick} /> },
    { id: "passages", title: "Passages", show: () => <Loaded of={passages} what="the passages">{(data) => <Passages passages={data} onPassage={pick} />}</Loaded> },
  ];
  return (
    <>
      <p className="muted" role="status">
        {book.note}
      </p>
      <Tabs label="Ways to read it" tabs={tabs} />
      {passage && <PassageDialog session={session} passage={passage} onClose={() => setPicked(undefined)} onChanged={() => void again()} />}
    </>
  );
}
