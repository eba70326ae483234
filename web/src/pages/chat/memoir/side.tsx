import type { Side } from "../side";

export const memoir: Side = {
  hint: "Say something",
  panels: [],
  Why: () => null,
};
