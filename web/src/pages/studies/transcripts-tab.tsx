// Interviews that were held elsewhere: files picked, who speaks in them confirmed, then read one after the other.

import { useEffect, useState } from "react";
import { type Problem, problemIn } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Meter } from "../../parts/stats";
import { type Column, Table } from "../../parts/table";
import { renew } from "../../state/store";
import { useActing } from "../../state/acting";
import { many } from "../../words";
import { base64, bringIn, findSpeakers, type Reading, type Role, type Roles, type SentFile, type Transcript, useReadings } from "./asking";

type Picked = { file: SentFile; transcripts: Transcript[] };
type SpeakerRow = { transcript: string; speaker: Transcript["speakers"][number] };

const COUNTED = ["study", "codes", "matrix", "saturation", "study-report", "groups"]; // what a finished interview changes
const A_WHILE = 2000;
const KINDS = ".txt,.docx,.vtt,.srt,.csv,.qdpx";
const ROLES: Record<Role, string> = { interviewer: "asks", respondent: "answers", left_out: "is left out" };

export function TranscriptsTab({ study }: { study: string }) {
  const readings = useReadings(study);
  const unread = (readings.data ?? []).some((each) => !each.over);
  useEffect(() => {
    if (!unread) return;
    const timer = setTimeout(() => void readings.reload(), A_WHILE);
    return () => clearTimeout(timer);
  }, [unread, readings.data]);
  useEffect(() => {
    if (unread) return () => COUNTED.forEach((what) => renew(`${what}:${study}`));
  }, [unread]);
  return (
    <>
      <Picking study={study} />
      <Progress readings={readings.data ?? []} />
    </>
  );
}

function Picking({ study }: { study: string }) {
  const { busy, problem, act } = useActing();
  const [picked, setPicked] = useState<Picked[]>([]);
  const [roles, setRoles] = useState<Roles>({});
  const [wrong, setWrong] = useState<Problem[]>([]);
  async function pick(files: readonly File[]) {
    const found: Picked[] = [];
    const faults: Problem[] = [];
    for (const each of files) {
      const file = { name: each.name, data: await base64(each) };
      await findSpeakers(study, file).then(
        (transcripts) => found.push({ file, transcripts }),
        (error) => faults.push(problemIn(error)),
      );
    }
    setWrong(faults);
    setPicked(faults.length ? [] : found);
    setRoles(guessed(found));
  }
  async function bring() {
    for (const [number, { file, transcripts }] of picked.entries()) {
      await bringIn(study, file, Object.fromEntries(transcripts.map(({ name }) => [name, roles[name] ?? {}])));
      setPicked(picked.slice(number + 1));
    }
  }
  return (
    <Panel title="Bring your own transcripts">
      <div className="studies-transcripts">
        {[...(problem ? [problem] : []), ...wrong].map((each, index) => (
          <ProblemNotice key={index} problem={each} />
        ))}
        <p className="muted">Interviews that you have held already are read as if they were held here. They take no places of this study.</p>
        <Field label="Transcripts" hint="Text, Word, subtitles, CSV, or a REFI-QDA project. Each line begins with who speaks.">
          {(id, hint) => (
            <input
              id={id}
              type="file"
              multiple
              accept={KINDS}
              aria-describedby={hint}
              disabled={busy}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                setPicked([]);
                if (files.length) void act(() => pick(files));
              }}
            />
          )}
        </Field>
        {picked.length > 0 && (
          <>
            <Speakers picked={picked} roles={roles} onChange={setRoles} />
            <Button kind="primary" disabled={busy} onClick={() => void act(bring)}>
              Bring in {many(picked.flatMap((each) => each.transcripts).length, "interview")}
            </Button>
          </>
        )}
        {busy && <Notice>One moment: the files are read.</Notice>}
      </div>
    </Panel>
  );
}

function guessed(picked: readonly Picked[]): Roles {
  const all = picked.flatMap((each) => each.transcripts);
  return Object.fromEntries(all.map((each) => [each.name, Object.fromEntries(each.speakers.map(({ name, role }) => [name, role as Role]))]));
}

function Speakers({ picked, roles, onChange }: { picked: readonly Picked[]; roles: Roles; onChange: (roles: Roles) => void }) {
  const all = picked.flatMap((each) => each.transcripts);
  const rows: SpeakerRow[] = all.flatMap(({ name, speakers }) => speakers.map((speaker) => ({ transcript: name, speaker })));
  const roleOf = ({ transcript, speaker }: SpeakerRow) => roles[transcript]?.[speaker.name] ?? (speaker.role as Role);
  const columns: Column<SpeakerRow>[] = [
    { head: "File", cell: (row) => row.transcript },
    { head: "Speaker", cell: (row) => row.speaker.name },
    {
      head: "Who",
      cell: (row) => (
        <select
          aria-label={`${row.speaker.name} in ${row.transcript}`}
          value={roleOf(row)}
          onChange={(event) => onChange({ ...roles, [row.transcript]: { ...roles[row.transcript], [row.speaker.name]: event.target.value as Role } })}
        >
          {Object.entries(ROLES).map(([role, told]) => (
            <option key={role} value={role}>
              {told}
            </option>
          ))}
        </select>
      ),
    },
    { head: "Because", cell: (row) => (roleOf(row) === row.speaker.role ? `${row.speaker.why}${row.speaker.sure || row.speaker.role === "left_out" ? "" : "; please look"}` : "you say so") },
    { head: "Words", number: true, cell: (row) => row.speaker.words },
    { head: "Says first", cell: (row) => <span className="small muted">{row.speaker.sample}</span> },
  ];
  return <Table caption="Is that who asks and who answers?" columns={columns} rows={rows} keyOf={(row) => `${row.transcript} ${row.speaker.name}`} />;
}

function Progress({ readings }: { readings: readonly Reading[] }) {
  const columns: Column<Reading>[] = [
    { head: "Respondent", cell: (each) => each.respondent },
    { head: "File", cell: (each) => each.source },
    { head: "Answers read", number: true, cell: (each) => `${each.read} of ${each.of}` },
    { head: "Stands", cell: (each) => (each.over ? "counted" : "being read") },
    { head: "Read", cell: (each) => <Meter share={each.read / Math.max(1, each.of)} label={`${each.respondent} read`} /> },
  ];
  return (
    <Panel title="Brought in">
      <Table caption="How far each is read" columns={columns} rows={readings} keyOf={(each) => each.respondent} empty="None yet." />
    </Panel>
  );
}
