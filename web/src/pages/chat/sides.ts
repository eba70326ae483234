// Which engine adds what to a chat. A game is played on a page of its own.

import type { Schemas } from "../../api/client";
import { interviews } from "./interviews/side";
import { memoir } from "./memoir/side";
import { games } from "../games/game-why";
import type { Side } from "./side";
import { sims } from "./sims/side";

export const SIDES: Record<Schemas["Head"]["engine"], Side> = { sims, interviews, memoir, games };
