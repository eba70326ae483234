import type { Side } from "../side";

export const interviews: Side = {
  hint: "Say something",
  panels: [],
  Why: () => null,
};
