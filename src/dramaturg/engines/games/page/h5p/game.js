// The content type of an H5P package: the page in a frame, and what it tells as statements. This script runs in the platform,
// not in the page; PAGE is put before it.

const LONGEST_WAIT = 50; // milliseconds until a platform has a place for the frame

H5P.DramaturgGame = class DramaturgGame extends H5P.EventDispatcher {
  constructor(params, contentId, extras = {}) {
    super();
    this.contentId = contentId;
    this.game = new TextDecoder().decode(Uint8Array.from(atob(params.game), (letter) => letter.charCodeAt(0)));
    this.blueprint = JSON.parse(this.game);
    this.before = extras.previousState;
    this.clear();
    window.addEventListener("message", (message) => this.hear(message));
  }

  clear() {
    Object.assign(this, { score: 0, moves: [], timers: true, clock: 0, finished: false });
  }

  attach($container) {
    const place = $container[0] ?? $container;
    this.frame = document.createElement("iframe");
    this.frame.title = this.blueprint.title;
    this.frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    this.frame.style.cssText = "width: 100%; height: 56rem; border: 0;";
    this.frame.srcdoc = PAGE.replace("@game@", () => this.game.replaceAll("<", "\\u003c"));
    place.replaceChildren(this.frame);
    setTimeout(() => this.trigger("resize"), LONGEST_WAIT);
  }

  hear({ source, data }) {
    if (!this.frame || source !== this.frame.contentWindow) return;
    if (data?.type === "dramaturg:ready" && this.before?.moves) this.goOn();
    if (data?.type === "dramaturg:event") this.note(data);
    if (data?.type === "dramaturg:move") this.moved(data);
  }

  // The play that this learner left, handed to the page.
  goOn() {
    const { moves, timers, clock, score } = this.before;
    Object.assign(this, { moves, timers, clock, score });
    this.frame.contentWindow.postMessage({ type: "dramaturg:play", timers, moves, clock }, "*");
  }

  note({ event, score }) {
    if (event.kind === "began") {
      this.clear();
      this.timers = event.timers;
    }
    this.score = score;
    if (event.kind === "answered") this.triggerXAPIScored(event.points, Math.max(event.points, 1), "answered");
    if (event.kind === "finished") this.end();
  }

  moved({ move }) {
    this.moves = [...this.moves, move];
    this.clock = move.at ?? this.clock;
    if (!this.finished) this.triggerXAPI("interacted");
  }

  end() {
    this.finished = true;
    this.triggerXAPIScored(this.score, this.getMaxScore(), "completed", true, this.score === this.getMaxScore());
  }

  // ── what platforms ask of a question ──

  getScore() {
    return this.score;
  }

  getMaxScore() {
    return this.blueprint.totalMaxScore;
  }

  getAnswerGiven() {
    return this.moves.length > 0;
  }

  getCurrentState() {
    const { moves, timers, clock, score } = this;
    return moves.length ? { moves, timers, clock, score } : undefined;
  }

  resetTask() {
    this.before = undefined;
    this.clear();
    if (this.frame) this.frame.srcdoc = this.frame.srcdoc;
  }

  showSolutions() {}
};
