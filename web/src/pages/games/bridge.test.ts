import { describe, expect, test } from "vitest";
import { messageOf } from "./bridge";

describe("messages of a game's page", () => {
  test("a move is taken with its number and score", () => {
    const told = { type: "dramaturg:move", number: 3, move: { do: "next" }, score: 20, blueprint: "x", more: 1 };
    expect(messageOf(told)).toEqual({ type: "dramaturg:move", number: 3, move: { do: "next" }, score: 20 });
  });

  test.each([
    null,
    "dramaturg:ready",
    [],
    { type: 3 },
    { type: "dramaturg:event" },
    { type: "dramaturg:move", number: 1.5, move: { do: "next" }, score: 0 },
    { type: "dramaturg:move", number: 1, move: "next", score: 0 },
    { type: "dramaturg:move", number: 1, move: {}, score: 0 },
    { type: "dramaturg:move", number: 1, move: { do: "next" }, score: "0" },
  ])("%j is no message", (data) => {
    expect(messageOf(data)).toBeNull();
  });
});
