// The sitting as it stands, and the passage that was told last.

import type { Schemas } from "../../../api/client";
import type { Chat } from "../engine-chat";

export type Scene = Schemas["MemoirScene"];

// This side is only shown for memoirs.
export function sceneOf(chat: Chat): Scene {
  return chat.shown.scene as Scene;
}

type Line = Pick<Schemas["Spoken"], "turn" | "by" | "removed">;

// The turn of what was told last and is still there.
export function lastPassage(lines: readonly Line[]): number | undefined {
  return lines.findLast((line) => line.by === "person" && !line.removed)?.turn;
}

export function isMarked(scene: Pick<Scene, "marks">, turn: number): boolean {
  return scene.marks.some((each) => each.turn === turn);
}

// A sitting that was only left is over some hours after the last passage.
export function wasLeft(scene: Pick<Scene, "told" | "open_until">, now: number): boolean {
  return scene.told > 0 && scene.open_until > 0 && now / 1000 >= scene.open_until;
}
