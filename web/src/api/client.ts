// The one way to the server: typed by its OpenAPI, with every failure as a Problem.

import createClient from "openapi-fetch";
import { go } from "../router";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];

export const api = createClient<paths>({ baseUrl: "/" });

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

const UNREACHABLE: Problem = {
  type: "about:blank",
  title: "The server cannot be reached",
  status: 0,
  detail: "The server cannot be reached. What you typed is still here; try again in a moment.",
  faults: [],
};

// What came back, or Refused with the server's own words.
export async function got<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer.catch(() => {
    throw new Refused(UNREACHABLE);
  });
  if (response.ok) return data as T;
  if (response.status === 401) askForKey();
  throw new Refused(problemOf(error, response));
}

// Whoever is not known here is asked for a key, and comes back to where they were; a respondent's page tells it in its own way.
function askForKey(): void {
  const { pathname, search } = window.location;
  if (pathname !== "/login" && !pathname.startsWith("/join/")) go(`/login?back=${encodeURIComponent(pathname + search)}`, true);
}

function problemOf(error: unknown, response: Response): Problem {
  if (error && typeof error === "object" && "detail" in error) return { ...UNREACHABLE, ...(error as Problem) };
  return { ...UNREACHABLE, status: response.status, title: response.statusText, detail: `The server answered ${response.status}.` };
}

export function problemIn(error: unknown): Problem {
  return error instanceof Refused ? error.problem : { ...UNREACHABLE, title: "Something went wrong", detail: String(error) };
}
