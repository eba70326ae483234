// What a player can do, as it is written: one JSON object a move. The same as moves.py.

const LONGEST_ORDER = 100;

const isText = (value) => typeof value === "string";
const isMissing = (value) => value === undefined || value === null;

const MOVES = {
  answer: { item: (value) => isMissing(value) || isText(value), answer: isText },
  arrange: { order: (value) => Array.isArray(value) && value.length <= LONGEST_ORDER && value.every(isText) },
  flip: { cards: (value) => Array.isArray(value) && value.length === 2 && value.every(isText) },
  hint: { item: (value) => isMissing(value) || isText(value) },
  next: {},
  retry: {},
  tick: {},
};

// A move that the rules do not allow. `code` is the same in Python.
export class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export function requireMove(move) {
  const form = Object.hasOwn(MOVES, move?.do) ? MOVES[move.do] : null;
  if (form === null) throw new Refused("not-a-move", `a move does one of: ${Object.keys(MOVES).join(", ")}`);
  const unknown = Object.keys(move).filter((name) => !["do", "at", ...Object.keys(form)].includes(name));
  const wrong = Object.keys(form).filter((name) => !form[name](move[name]));
  if (!isMissing(move.at) && !(Number.isFinite(move.at) && move.at >= 0)) wrong.push("at");
  if (unknown.length + wrong.length) throw new Refused("not-a-move", `that is no move: see ${[...unknown, ...wrong].join(", ")}`);
}
