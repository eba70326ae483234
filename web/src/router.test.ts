import { describe, expect, it } from "vitest";
import { inside, matched } from "./router";

const HERE = "http://studio.example:8420";

describe("an address to go back to", () => {
  it.each([
    ["/sessions/12?tab=why", "/sessions/12?tab=why"],
    ["http://studio.example:8420/wall", "/wall"],
    ["https://elsewhere.example/", "/"],
    ["//elsewhere.example/", "/"],
    ["/\\elsewhere.example/", "/"],
    ["\\\\elsewhere.example", "/"],
    ["/\t/elsewhere.example", "/"],
    [" //elsewhere.example", "/"],
    ["http://studio.example:8420@elsewhere.example/", "/"],
    ["http://[", "/"],
    ["javascript:alert(1)", "/"],
    ["data:text/html,<script>alert(1)</script>", "/"],
  ])("%j leads to %s and nowhere else", (address, inner) => {
    expect(inside(address, HERE)).toBe(inner);
  });
});

describe("a pattern of addresses", () => {
  it.each([
    ["/sessions/12", { id: "12" }],
    ["/sessions/a%2Fb", { id: "a/b" }],
    ["/sessions/%zz", { id: "%zz" }],
    ["/sessions", null],
  ])("is held against %s", (path, params) => {
    expect(matched("/sessions/:id", path)).toEqual(params);
  });
});
