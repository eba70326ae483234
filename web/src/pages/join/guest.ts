// A respondent as their page knows them: the door they came to, their receipt, and how far they have come.

import { api, got, problemIn, type Schemas } from "../../api/client";
import { go } from "../../router";
import { letGo } from "../../state/erasing";
import { update, useResource } from "../../state/store";

type Door = Schemas["Door"];
type Visit = Schemas["Visit"];
export type Answers = Schemas["ScreenerAnswers"]["answers"];
export type Guest = { door: Door; code: string; receipt: string; visit?: Visit };

const keyOf = (study: string) => `join:${study}`;
const receiptOf = (study: string) => `receipt:${study}`;
const at = (study: string) => ({ path: { study } });

export function useGuest(study: string) {
  return useResource<Guest>(keyOf(study), () => arrive(study));
}

// Comes to the door with what the link has: a token where the server wants one, and perhaps a code.
async function arrive(study: string): Promise<Guest> {
  const asked = new URLSearchParams(window.location.search);
  const code = asked.get("code") ?? "";
  const key = asked.get("key");
  if (key) {
    await got(api.POST("/api/v1/access", { body: { key } }));
    go(`${window.location.pathname}${code ? `?code=${encodeURIComponent(code)}` : ""}`, true);
  }
  const door = await got(api.GET("/api/v1/join/{study}", { params: { ...at(study), query: { code } } }));
  const receipt = localStorage.getItem(receiptOf(study)) ?? "";
  const visit = receipt ? await cameBack(study, receipt) : undefined;
  return { door, code, receipt: visit ? receipt : "", visit };
}

// A receipt that nobody knows any more is one whose holder withdrew.
async function cameBack(study: string, receipt: string): Promise<Visit | undefined> {
  try {
    return await got(api.POST("/api/v1/join/{study}/visit", { params: at(study), body: { receipt } }));
  } catch (error) {
    if (problemIn(error).status !== 404) throw error;
    forgetReceipt(study);
    return undefined;
  }
}

function forgetReceipt(study: string): void {
  localStorage.removeItem(receiptOf(study));
}

function keep(guest: Guest): void {
  localStorage.setItem(receiptOf(guest.door.study), guest.receipt);
  update<Guest>(keyOf(guest.door.study), () => guest);
}

export async function agree({ door, code }: Guest): Promise<void> {
  const body = { agrees: true as const, consent_version: door.consent_version, code };
  const admission = await got(api.POST("/api/v1/join/{study}/consent", { params: at(door.study), body }));
  const guest: Guest = { door, code, receipt: admission.receipt, visit: { respondent: admission.respondent, standing: "consented", message: "", session: "" } };
  keep(guest);
  if (!door.questions.length) await answer(guest, {});
}

export async function answer(guest: Guest, answers: Answers): Promise<void> {
  const body = { receipt: guest.receipt, answers };
  keep({ ...guest, visit: await got(api.POST("/api/v1/join/{study}/screening", { params: at(guest.door.study), body })) });
}

type Step = "/api/v1/join/{study}/begin" | "/api/v1/join/{study}/stop" | "/api/v1/join/{study}/visit";

async function step(guest: Guest, path: Step): Promise<void> {
  keep({ ...guest, visit: await got(api.POST(path, { params: at(guest.door.study), body: { receipt: guest.receipt } })) });
}

export const begin = (guest: Guest) => step(guest, "/api/v1/join/{study}/begin");
export const stop = (guest: Guest) => step(guest, "/api/v1/join/{study}/stop");

// With a receipt from another day or another device.
export const goOn = (guest: Guest, receipt: string) => step({ ...guest, receipt }, "/api/v1/join/{study}/visit");

// Tells the study that an interview is over, and leaves the page as it is. Gives back what the respondent is told.
export async function noteEnd({ door, receipt }: Guest): Promise<string> {
  const { message } = await got(api.POST("/api/v1/join/{study}/visit", { params: at(door.study), body: { receipt } }));
  return message ?? "";
}

export async function withdraw(guest: Guest): Promise<void> {
  const { door, receipt, visit } = guest;
  await got(api.POST("/api/v1/join/{study}/withdraw", { params: at(door.study), body: { receipt } }));
  forgetReceipt(door.study);
  if (visit?.session) letGo(visit.session);
  update<Guest>(keyOf(door.study), () => ({ ...guest, receipt: "", visit: { respondent: visit?.respondent ?? "", standing: "withdrawn", message: "", session: "" } }));
}
