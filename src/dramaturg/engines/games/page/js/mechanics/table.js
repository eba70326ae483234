// Every mechanic's view, by mode. A view is given the game as it stands and returns what is seen of its round.

import { branchingScenario } from "./branching_scenario.js";
import { clickToIdentify } from "./click_to_identify.js";
import { compareContrast } from "./compare_contrast.js";
import { descriptionMatching } from "./description_matching.js";
import { dragDrop } from "./drag_drop.js";
import { hierarchical } from "./hierarchical.js";
import { memoryMatch } from "./memory_match.js";
import { sequencing } from "./sequencing.js";
import { sortingCategories } from "./sorting_categories.js";
import { tracePath } from "./trace_path.js";

export const VIEWS = {
  drag_drop: dragDrop,
  click_to_identify: clickToIdentify,
  trace_path: tracePath,
  description_matching: descriptionMatching,
  hierarchical,
  compare_contrast: compareContrast,
  sequencing,
  sorting_categories: sortingCategories,
  memory_match: memoryMatch,
  branching_scenario: branchingScenario,
};
