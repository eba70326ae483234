// A few questions before the interview.

import { type FormEvent, useState } from "react";
import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { plain } from "../../words";
import { useActing } from "../../state/acting";
import { answer, type Guest } from "./guest";
import { Receipt, WithdrawButton } from "./receipt";

type Question = Schemas["ScreenerQuestion"];
type QuestionProps = { question: Question; value: string; onChange: (value: string) => void };

export function Screening({ guest }: { guest: Guest }) {
  const { questions } = guest.door;
  const { busy, problem, act } = useActing();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  function send(event: FormEvent) {
    event.preventDefault();
    void act(() => answer(guest, answers));
  }
  return (
    <>
      <Receipt guest={guest} />
      <Panel title="Before we begin">
        <form onSubmit={send}>
          {questions.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              value={answers[question.id] ?? ""}
              onChange={(value) => setAnswers({ ...answers, [question.id]: value })}
            />
          ))}
          {problem && <ProblemNotice problem={problem} />}
          <div className="row">
            <Button kind="primary" type="submit" disabled={busy}>
              Continue
            </Button>
            <WithdrawButton guest={guest} />
          </div>
        </form>
      </Panel>
    </>
  );
}

function QuestionField(props: QuestionProps) {
  const { question, value, onChange } = props;
  if (question.answer === "choice" || question.answer === "yes_no") return <Choice {...props} />;
  const numeric = question.answer === "number";
  return (
    <Field label={question.question}>
      {(id) => (
        <input
          id={id}
          required
          maxLength={500}
          type={numeric ? "number" : "text"}
          step="any"
          min={question.least ?? undefined}
          max={question.most ?? undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Choice({ question, value, onChange }: QuestionProps) {
  const options = question.answer === "yes_no" ? ["yes", "no"] : (question.options ?? []);
  return (
    <fieldset className="join-choice">
      <legend>{question.question}</legend>
      {options.map((option) => (
        <Check key={option} type="radio" required name={question.id} checked={value === option} onChange={() => onChange(option)}>
          {plain(option)}
        </Check>
      ))}
    </fieldset>
  );
}
