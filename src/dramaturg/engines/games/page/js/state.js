// A play: its state, the events that change it, and how. The same as state.py, as plain JSON.

export const BEFORE = {
  phase: "opening",
  timers: true,
  clock: 0,
  scene: "",
  mechanic: "",
  exit: "",
  met: false,
  tries: {},
  best: {},
  unmet: {},
  passed: [],
  waived: [],
  misconceptions: [],
};

const APPLY = {
  began: (state, event) => ({ ...state, timers: event.timers }),
  clocked: (state, event) => ({ ...state, clock: event.at }),
  entered: (state, event) => ({
    ...state,
    phase: "playing",
    scene: event.scene,
    mechanic: event.mechanic,
    exit: "",
    met: false,
    tries: { ...state.tries, [event.mechanic]: freshTry(state.clock) },
  }),
  answered: (state, event) => shown(tried(state, event, answeredTry), event),
  flipped: (state, event) => tried(state, event, (trying) => ({ ...trying, seen: joined(trying.seen, event.cards) })),
  went: (state, event) => tried(state, event, (trying) => ({ ...trying, moment: event.to })),
  hinted: (state, event) => tried(state, event, (trying) => ({ ...trying, hinted: joined(trying.hinted, [event.item]) })),
  ended: endedTry,
  passed: (state, event) => ({
    ...state,
    passed: joined(state.passed, event.mechanics),
    waived: event.waived ? [...state.waived, event.exit] : state.waived,
  }),
  retried: (state, event) => ({
    ...state,
    tries: Object.fromEntries(Object.entries(state.tries).filter(([name]) => !event.mechanics.includes(name))),
    passed: state.passed.filter((name) => !event.mechanics.includes(name)),
  }),
  scene_ended: (state, event) => ({
    ...state,
    phase: "between",
    met: event.met,
    unmet: foundShut(state, event.scene, event.met),
  }),
  scene_passed: (state, event) => (event.waived ? { ...state, waived: [...state.waived, event.scene] } : state),
  finished: (state) => ({ ...state, phase: "finished" }),
};

export function apply(state, event) {
  return APPLY[event.kind](state, event);
}

export function fold(events, state = BEFORE) {
  return events.reduce(apply, state);
}

export function tryPoints(trying) {
  return Object.values(trying.settled).reduce((sum, points) => sum + points, 0);
}

// The best points so far, the running try included.
export function pointsOf(state, mechanic) {
  const running = state.tries[mechanic];
  return Math.max(countOf(state.best, mechanic), running ? tryPoints(running) : 0);
}

// Own entries only: an item may be called 'constructor'.
export function countOf(counts, name) {
  return Object.hasOwn(counts, name) ? counts[name] : 0;
}

function freshTry(clock) {
  return { enteredAt: clock, attempts: {}, settled: {}, seen: [], hinted: [], moment: null, how: null };
}

function tried(state, event, change) {
  return { ...state, tries: { ...state.tries, [event.mechanic]: change(state.tries[event.mechanic], event) } };
}

function answeredTry(trying, event) {
  const attempts = event.charged
    ? { ...trying.attempts, [event.item]: countOf(trying.attempts, event.item) + 1 }
    : trying.attempts;
  const settled = event.settled ? { ...trying.settled, [event.item]: event.points } : trying.settled;
  return { ...trying, attempts, settled };
}

function shown(state, event) {
  if (event.misconception === null) return state;
  return { ...state, misconceptions: [...state.misconceptions, `${event.mechanic}/${event.misconception}`] };
}

function endedTry(state, event) {
  return {
    ...tried(state, event, (trying) => ({ ...trying, how: event.how })),
    phase: "ended",
    exit: event.exit,
    met: event.met,
    best: { ...state.best, [event.mechanic]: Math.max(countOf(state.best, event.mechanic), event.points) },
    unmet: foundShut(state, event.exit, event.met),
  };
}

function foundShut(state, what, met) {
  return met ? state.unmet : { ...state.unmet, [what]: countOf(state.unmet, what) + 1 };
}

function joined(names, more) {
  return [...new Set([...names, ...more])];
}
