// A session's page: the conversation, and what can be done with it as a whole.

import { useEffect } from "react";
import { pathOf } from "../../engines";
import { Page } from "../../parts/page";
import { go, Link, type Params } from "../../router";
import type { Room } from "../../state/folding";
import { useStored } from "../../state/store";
import { ChatRoom } from "./chat-room";
import { More } from "./more";

export default function ChatPage({ params }: { params: Params }) {
  const session = params.id as string;
  const head = useStored<Room>(`session:${session}`).data?.shown.head;
  useEffect(() => {
    if (head && pathOf(head) !== window.location.pathname) go(pathOf(head), true);
  }, [head]);
  const actions = (
    <>
      <Link to="/" className="button">
        Leave for now
      </Link>
      <More session={session} />
    </>
  );
  return (
    <Page title={head?.title ?? "A conversation"} actions={actions}>
      <ChatRoom session={session} />
    </Page>
  );
}
