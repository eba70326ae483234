import { type Knowledge, toneOf, type View } from "./knowledge";

// What the looks of nodes and lines mean, as far as there are any.
export function Legend({ now, view }: { now: Knowledge; view: View }) {
  const things = view === "surface" ? now.concepts : now.slots;
  const types = now.types.filter((type) => things.some((each) => each.type === type.type));
  const marks: [string, string, boolean][] = [
    ["now", "asked about now", now.focus !== ""],
    ["faded", "talked out", view === "surface" && now.concepts.some((each) => each.exhausted)],
    ["dashed", "taken back", view === "surface" && now.concepts.some((each) => each.revised)],
    ["dashed", "one concept so far", view === "canonical" && now.slots.some((each) => !each.active)],
  ];
  if (!things.length) return null;
  return (
    <ul className="interview-legend small" aria-label="What the colours mean">
      {types.map((type) => (
        <li key={type.type}>
          <span className={`interview-swatch ${toneOf(type.type, now.types)}`} />
          {type.title}
        </li>
      ))}
      {marks.filter(([, , there]) => there).map(([look, name]) => (
        <li key={name}>
          <span className={`interview-swatch ${look}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}
