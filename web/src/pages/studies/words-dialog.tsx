// The words behind a code, or behind a step from one code to another.

import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { Loaded } from "../../parts/loaded";
import { many } from "../../words";
import { useWords } from "./asking";
import { Quote, Quotes } from "./quotes";
import { type Recoding, RecodeWords } from "./recode-words";

export type Asked = { code: string; leadsTo?: string };

type WordsDialogProps = { study: string; asked: Asked; recoding?: Recoding; onClose: () => void };

export function WordsDialog({ study, asked, recoding, onClose }: WordsDialogProps) {
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
            {recoding ? (
              data.words.map((words, index) => (
                <div key={index}>
                  <Quote words={words} />
                  <RecodeWords study={study} words={words} recoding={recoding} />
                </div>
              ))
            ) : (
              <Quotes words={data.words} />
            )}
          </>
        )}
      </Loaded>
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}
