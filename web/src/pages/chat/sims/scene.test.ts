import { expect, test } from "vitest";
import { partnerOf } from "./scene";

test.each([
  ["nobody else was picked", "maya", undefined, "maya"],
  ["somebody was picked", "maya", { to: "marcus", since: "maya" }, "marcus"],
  ["the one who was picked has answered", "marcus", { to: "marcus", since: "maya" }, "marcus"],
  ["another page has turned to a third", "priya", { to: "marcus", since: "maya" }, "priya"],
])("whom the next words are for when %s", (_, person, picked, partner) => {
  expect(partnerOf({ person }, picked)).toBe(partner);
});
