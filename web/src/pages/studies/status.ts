// How a study stands, in words and tones.

import type { Schemas } from "../../api/client";

type Status = Schemas["StudyHead"]["status"];

export const STATUS: Record<Status, { name: string; tone: "good" | "warn" | undefined }> = {
  open: { name: "open", tone: "good" },
  paused: { name: "paused", tone: "warn" },
  closed: { name: "closed", tone: undefined },
};
