// "Try it": how a saved document of each kind is tried out. What cannot be tried by itself is not in the table.

import { newPlay, newSession } from "../home/opening";

type Trying = (id: string) => Promise<string>;

const interviewer: Trying = (id) => newSession({ engine: "memoir", artifacts: id });

const TRYING: Record<string, Trying> = {
  scenario: (id) => newSession({ engine: "sims", scenario: id }),
  methodology: (id) => newSession({ engine: "interviews", methodology: id, about: "an ordinary day" }),
  subject: (id) => newSession({ engine: "interviews", methodology: "means_end_chain", about: id }),
  guide: (id) => newSession({ engine: "interviews", methodology: "means_end_chain", about: "an ordinary day", guide: id }),
  knowledge: newPlay,
  study: async () => "/studies",
  router_policy: interviewer,
  depth_governor: interviewer,
  state_machines: interviewer,
  negative_constraints: interviewer,
  persona_profiles: interviewer,
  crisis_guidance: interviewer,
};

export function tryingOf(kind: string): Trying | undefined {
  return TRYING[kind];
}
