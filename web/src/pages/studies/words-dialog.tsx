// The words behind a code, or behind a step from one code to another.

import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { Loaded } from "../../parts/loaded";
import { many } from "../../words";
import { useWords } from "./asking";
import { Quotes } from "./quotes";

export type Asked = { code: string; leadsTo?: string };

export function WordsDialog({ study, asked, onClose }: { study: string; asked: Asked; onClose: () => void }) {
  const words = useWords(study, asked.code, asked.leadsTo);
  return (
    <Dialog title={words.data?.title ?? "The words behind it"} onClose={onClose}>
      <Loaded of={words} what="the words">
        {(data) => (
          <>
            <p className="muted">
              {many(data.by.length, "respondent")}: {data.by.join(", ")}.
              {!data.in_one_step && " Nobody said this in one breath: these are their words for both ends of it."}
            </p>
            <Quotes words={data.words} />
          </>
        )}
      </Loaded>
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}
