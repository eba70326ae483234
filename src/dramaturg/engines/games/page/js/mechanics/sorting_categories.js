// Sorting: things are put into the category they belong to.

import { bins } from "./bins.js";

export function sortingCategories(game) {
  return bins(game, { thing: "card" });
}
