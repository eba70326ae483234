import { expect, test, vi } from "vitest";
import { type Problem, Refused } from "../../api/client";
import { type Pending, Sender, type Turn } from "./sending";

const problem = (status: number): Problem => ({ type: "", title: "", status, detail: "no", faults: [] });
const pending = (number: number): Pending => ({ number, key: `k${number}`, move: { do: "next" }, score: 0 });

function shelf() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

function sender(post: (pending: Pending) => Promise<Turn>, kept = shelf()) {
  const told: string[] = [];
  const made = new Sender(
    "s",
    post,
    {
      onWaits: ({ waiting, offline }) => told.push(`${waiting} waiting${offline ? ", offline" : ""}`),
      onTurn: (_, { number }) => told.push(`turn ${number}`),
      onRefused: (_, { number }) => told.push(`refused ${number}`),
    },
    kept,
  );
  return { made, told, kept };
}

test("moves go out in order, one after the other", async () => {
  const sent: string[] = [];
  const { made, told, kept } = sender(async ({ key }) => void sent.push(key) as unknown as Turn);
  made.add(pending(1));
  made.add(pending(2));
  await vi.waitFor(() => expect(told).toContain("turn 2"));
  expect(sent).toEqual(["k1", "k2"]);
  expect(kept.items.size).toBe(0);
});

test("a move that finds no server is tried again with the same key", async () => {
  vi.useFakeTimers();
  const sent: string[] = [];
  const { made, told } = sender(async ({ key }) => {
    sent.push(key);
    if (sent.length < 3) throw new Refused(problem(0));
    return {} as Turn;
  });
  made.add(pending(1));
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(sent).toEqual(["k1", "k1", "k1"]);
  expect(told).toEqual(["1 waiting, offline", "1 waiting, offline", "turn 1", "0 waiting"]);
});

test("after a refusal nothing that was built on it is sent", async () => {
  const sent: string[] = [];
  const { made, told } = sender(async ({ key }) => {
    sent.push(key);
    throw new Refused(problem(422));
  });
  made.add(pending(1));
  made.add(pending(2));
  await vi.waitFor(() => expect(told).toContain("refused 1"));
  expect(sent).toEqual(["k1"]);
});

test("what was not sent outlives a reload, unless the server has it", () => {
  const never = () => new Promise<Turn>(() => {});
  const { made, kept } = sender(never);
  made.add(pending(1));
  made.add(pending(2));
  expect(sender(never, kept).made.left(1).map((each) => each.number)).toEqual([2]);
});
