import { afterEach, expect, test, vi } from "vitest";
import { type Problem, Refused } from "../api/client";
import { forget, forgetAbout, load, put, read, renew, update } from "./store";

const KEY = "thing";

// An answer that comes when we say so.
function later() {
  let tell = (_: string) => {};
  const answer = new Promise<string>((resolve) => {
    tell = resolve;
  });
  return { answer, tell };
}

const problem: Problem = { type: "", title: "No", status: 422, detail: "no", faults: [] };

afterEach(() => forget(KEY));

test("what is there stays while it is loaded again, and when that fails", async () => {
  await load(KEY, async () => "first");
  const again = load(KEY, () => Promise.reject(new Refused(problem)));
  expect(read(KEY)).toEqual({ data: "first", loading: true, problem: undefined });
  await again;
  expect(read(KEY)).toEqual({ data: "first", loading: false, problem });
});

test("only the answer to the newest question is taken", async () => {
  const { answer, tell } = later();
  const slow = load(KEY, () => answer);
  await load(KEY, async () => "newest");
  tell("oldest");
  await slow;
  expect(read(KEY).data).toBe("newest");
});

test("what was forgotten does not come back with an answer that was on its way", async () => {
  const { answer, tell } = later();
  const slow = load(KEY, () => answer);
  forget(KEY);
  tell("too late");
  await slow;
  expect(read(KEY)).toEqual({ loading: true });
});

test("with a pause, only the last of many questions is asked", async () => {
  vi.useFakeTimers();
  const ask = vi.fn(async (word: string) => word);
  for (const word of ["o", "oa", "oat"]) void load(KEY, () => ask(word), 250);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(ask.mock.calls).toEqual([["oat"]]);
  expect(read(KEY)).toEqual({ data: "oat", loading: false });
});

test("of what is no more nothing is left, and of the rest everything", () => {
  for (const key of ["session:12", "why:12:3", KEY]) put(key, { data: key, loading: false });
  forgetAbout("12");
  expect(["session:12", "why:12:3", KEY].map((key) => read(key).data)).toEqual([undefined, undefined, KEY]);
});

test("a change to what is not there is no change", () => {
  const change = vi.fn();
  update(KEY, change);
  expect(change).not.toHaveBeenCalled();
});

test("what no page shows is forgotten instead of asked for anew", () => {
  put(KEY, { data: "old", loading: false });
  renew("th");
  expect(read(KEY).data).toBeUndefined();
});
