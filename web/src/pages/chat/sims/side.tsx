import type { Side } from "../side";

export const sims: Side = {
  hint: "Say something",
  panels: [],
  Why: () => null,
};
