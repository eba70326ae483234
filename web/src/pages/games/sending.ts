// Moves on their way to the server: in order, each with a key of its own, tried again until the server has them.

import { problemIn, type Problem, type Schemas } from "../../api/client";
import type { Move } from "./bridge";

export type Pending = { number: number; key: string; move: Move; score: number };
export type Turn = Schemas["TurnShown"];

export type Waits = { waiting: number; offline: boolean };

type Reports = {
  onWaits: (waits: Waits) => void;
  onTurn: (turn: Turn, pending: Pending) => void;
  onRefused: (problem: Problem, pending: Pending) => void;
};

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

// No answer, too many at once, another turn under way, or a server in trouble: the same again may well succeed.
function isPassing({ status }: Problem): boolean {
  return status === 0 || status === 409 || status === 429 || status >= 500;
}

export class Sender {
  private pending: Pending[];
  private running = false;
  private closed = false;
  private wake: () => void = () => {};

  constructor(
    private readonly session: string,
    private readonly post: (pending: Pending) => Promise<Turn>,
    private readonly reports: Reports,
    private readonly shelf: Shelf = localStorage,
  ) {
    this.pending = kept(shelf, session);
  }

  // Moves that an earlier visit could not send; those the server has already are dropped.
  left(known: number): Pending[] {
    this.pending = this.pending.filter((each) => each.number > known);
    this.keep();
    return this.pending;
  }

  add(pending: Pending): void {
    this.pending.push(pending);
    this.keep();
    void this.run();
  }

  clear(): void {
    this.pending = [];
    this.keep();
  }

  retryNow(): void {
    this.wake();
  }

  open(): void {
    this.closed = false;
  }

  close(): void {
    this.closed = true;
    this.wake();
  }

  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    let pause = FIRST_PAUSE;
    while (this.pending.length && !this.closed) {
      const offline = !(await this.sendFirst());
      this.reports.onWaits({ waiting: this.pending.length, offline });
      if (offline) await this.sleep(pause);
      pause = offline ? Math.min(pause * 2, LONGEST_PAUSE) : FIRST_PAUSE;
    }
    this.running = false;
  }

  // False when it must be tried again.
  private async sendFirst(): Promise<boolean> {
    const first = this.pending[0] as Pending;
    try {
      const turn = await this.post(first);
      this.drop(first);
      this.reports.onTurn(turn, first);
    } catch (error) {
      const problem = problemIn(error);
      if (isPassing(problem)) return false;
      this.clear();
      this.reports.onRefused(problem, first);
    }
    return true;
  }

  private drop(sent: Pending): void {
    this.pending = this.pending.filter((each) => each !== sent);
    this.keep();
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private keep(): void {
    try {
      if (this.pending.length) this.shelf.setItem(slot(this.session), JSON.stringify(this.pending));
      else this.shelf.removeItem(slot(this.session));
    } catch {
      return; // storage is full or forbidden: then a reload loses what was not sent yet
    }
  }
}

function slot(session: string): string {
  return `dramaturg:moves:${session}`;
}

function kept(shelf: Shelf, session: string): Pending[] {
  try {
    return JSON.parse(shelf.getItem(slot(session)) ?? "[]");
  } catch {
    return [];
  }
}
