import { expect, test } from "vitest";
import { addressOf, wantedIn } from "./wanted";

test("an address says which sessions are wanted, and can be made of it again", () => {
  const wanted = wantedIn("/sessions?engine=sims&words=ship+%26+go&other=1");
  expect(wanted).toEqual({ words: "ship & go", engine: "sims", content: "", study: "", state: "", cursor: "" });
  expect(addressOf(wanted)).toBe("/sessions?words=ship+%26+go&engine=sims");
});

test("without a wish there is nothing to say", () => {
  expect(addressOf(wantedIn("/sessions"))).toBe("/sessions");
});
