// What a sim adds to the why panel: the node and what opens it, what was between the two, and what had to be said.

import type { Schemas } from "../../../api/client";
import { Badge } from "../../../parts/notice";

type SimWhy = Schemas["SimWhy"];
type Step = SimWhy["steps"][number];

export function Why({ why }: { why: Schemas["Why"] }) {
  const own = why.own as SimWhy; // this side is only shown for sims
  return (
    <>
      {!own.person && <p>{why.shown.turn ? "The case was closed with a decision: the debrief says what came of it." : "The scene was set; nobody had spoken yet."}</p>}
      {own.steps.map((step, index) => (
        <StepShown key={index} step={step} />
      ))}
      {own.bond && <Bond person={own.person} bond={own.bond} />}
      <Materials materials={own.materials} />
      {own.report && <Report report={own.report} />}
      <Commands commands={own.commands} />
    </>
  );
}

const KINDS: Record<Step["node"]["kind"], string> = {
  step: "a step",
  loop: "a stretch that may be stayed in",
  gate: "a gate",
  question: "a pointed question",
  end: "the end",
};

function StepShown({ step }: { step: Step }) {
  return (
    <section className="sims-step" aria-label={`In ${step.node.title}`}>
      <h3>
        In “{step.node.title}”, {KINDS[step.node.kind]}
      </h3>
      <p>
        <Badge tone={step.moved === "stay" ? undefined : "accent"}>{moved(step)}</Badge>{" "}
        <span className="muted small">exchange {step.exchange} here</span>
      </p>
      <p className="muted">{step.node.intent}</p>
      <p>{step.node.left}</p>
      {step.ways.length > 0 && <h4>Ways on</h4>}
      <ul className="sims-ways">
        {step.ways.map((way, index) => (
          <Way key={index} held={way.held} what={`To ${way.to}, ${way.when}`} found={way.found} note={way.taken ? "taken" : way.held ? "open, not taken" : "not open"} />
        ))}
      </ul>
      {step.asides.length > 0 && <h4>Told only on a condition</h4>}
      <ul className="sims-ways">
        {step.asides.map((aside, index) => (
          <Way key={index} held={aside.held} what={`“${aside.tells}”, if ${aside.when}`} found={aside.found} note={aside.held ? "told" : "not told"} />
        ))}
      </ul>
    </section>
  );
}

function moved(step: Step): string {
  if (step.moved === "goto") return `Went on to ${step.to}`;
  return { begin: "Began", stay: "Stayed", arm: "Asked, and waits for the answer", close: "Ended" }[step.moved];
}

function Way({ held, what, found, note }: { held: boolean; what: string; found: string; note: string }) {
  return (
    <li>
      <Badge tone={held ? "good" : undefined}>{note}</Badge> {what}.{found && <span className="muted small"> Found: {found}.</span>}
    </li>
  );
}

function Bond({ person, bond }: { person: string; bond: NonNullable<SimWhy["bond"]> }) {
  return (
    <section aria-label="Between you">
      <h3>Between you and {person}</h3>
      <p>
        {bond.before} ({signed(bond.score_before)}) → <strong>{bond.after}</strong> ({signed(bond.score_after)})
        {bond.changes.length > 0 && <span className="muted">: {bond.changes.join(", ")}</span>}
      </p>
    </section>
  );
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score);
}

function Materials({ materials }: { materials: SimWhy["materials"] }) {
  if (!materials.length) return null;
  return (
    <section aria-label="What had to be said">
      <h3>What had to be said</h3>
      <ul className="sims-ways">
        {materials.map((material) => (
          <li key={material.id}>
            <Badge tone={material.said ? "good" : "warn"}>{material.said ? (material.due ? "said" : "said besides") : "not said"}</Badge> {material.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Report({ report }: { report: NonNullable<SimWhy["report"]> }) {
  return (
    <section aria-label="What the speaker reported">
      <h3>What the speaker reported</h3>
      <p>
        {report.landed ? "It landed" : "It did not land"}; the learner was {report.off_the_point ? "off the point" : "to the point"}; engagement{" "}
        {signed(report.engagement)}. <span className="muted">A report is heard, never obeyed: the rules decide.</span>
      </p>
    </section>
  );
}

function Commands({ commands }: { commands: SimWhy["commands"] }) {
  if (!commands.length) return null;
  return (
    <section aria-label="What the page was told to do">
      <h3>What the page was told to do</h3>
      <ul>
        {commands.map((command) => (
          <li key={command.command}>
            <code>{command.command}</code> {command.does}
          </li>
        ))}
      </ul>
    </section>
  );
}
