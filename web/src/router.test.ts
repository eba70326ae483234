import { expect, test, vi } from "vitest";
import { inside, matched } from "./router";

test.each([
  ["/", "/", {}],
  ["/sessions/:id", "/sessions/12", { id: "12" }],
  ["/sessions/:id", "/sessions/12/", { id: "12" }],
  ["/content/:kind/:id", "/content/scenario/a%2Fb", { kind: "scenario", id: "a/b" }],
  ["/sessions/:id", "/sessions/100%", { id: "100%" }],
])("%s fits %s", (pattern, path, params) => {
  expect(matched(pattern, path)).toEqual(params);
});

test.each([
  ["/", "/sessions"],
  ["/sessions", "/sessions/12"],
  ["/sessions/:id", "/studies/12"],
  ["/sessions/:id/replay", "/sessions/12"],
])("%s does not fit %s", (pattern, path) => {
  expect(matched(pattern, path)).toBeNull();
});

test.each([
  ["/studies?tab=map", "/studies?tab=map"],
  ["//elsewhere.example/x", "/"],
  ["/\\elsewhere.example", "/"],
  ["https://elsewhere.example", "/"],
  ["javascript:alert(1)", "/"],
  ["http://[", "/"],
])("from %s one comes back to %s", (address, place) => {
  vi.stubGlobal("window", { location: { origin: "https://here.example" } });
  expect(inside(address)).toBe(place);
  vi.unstubAllGlobals();
});
