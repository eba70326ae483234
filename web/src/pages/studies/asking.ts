// What the pages of a study ask the server for.

import { api, got, type Schemas } from "../../api/client";
import { put, renew, type Resource, useKept, useResource } from "../../state/store";

export type Study = Schemas["StudyShown"];
export type Matrix = Schemas["MatrixShown"];
export type Codes = Schemas["CodesShown"];
export type Counting = { count: Matrix["count"]; relations: Matrix["relations"]; cutoff?: number };

const at = (study: string) => ({ path: { study } });

export function useStudy(study: string) {
  return useResource<Study>(`study:${study}`, () => got(api.GET("/api/v1/studies/{study}", { params: at(study) })));
}

export function tellStudy(study: Study): void {
  put(`study:${study.head.id}`, { data: study, loading: false });
}

// While another cut-off is asked for, what was there stays on the page.
export function useMatrix(study: string, { count, relations, cutoff }: Counting): Resource<Matrix> {
  const key = `matrix:${study}:${count}:${relations}:${cutoff ?? "proposed"}`;
  return useKept(useResource<Matrix>(key, () => got(api.GET("/api/v1/studies/{study}/matrix", { params: { ...at(study), query: { count, relations, cutoff } } }))));
}

export function useWords(study: string, code: string, leadsTo?: string) {
  return useResource<Schemas["WordsBehind"]>(`words:${study}:${code}:${leadsTo ?? ""}`, () =>
    got(api.GET("/api/v1/studies/{study}/words", { params: { ...at(study), query: { code, leads_to: leadsTo } } })),
  );
}

export function useSaturation(study: string) {
  return useResource<Schemas["StudySaturation"]>(`saturation:${study}`, () =>
    got(api.GET("/api/v1/studies/{study}/saturation", { params: at(study) })),
  );
}

export function useReport(study: string) {
  return useResource<Schemas["ReportShown"]>(`study-report:${study}`, () =>
    got(api.GET("/api/v1/studies/{study}/report", { params: at(study) })),
  );
}

export function useCodes(study: string) {
  return useResource<Codes>(`codes:${study}`, () => got(api.GET("/api/v1/studies/{study}/codes", { params: at(study) })));
}

export type Decision = Schemas["Merge"] | Schemas["Split"] | Schemas["Rename"];

export async function decide(study: string, body: Decision): Promise<void> {
  tellCodes(study, await got(api.POST("/api/v1/studies/{study}/codes/decisions", { params: at(study), body })));
}

export async function undo(study: string, number: number): Promise<void> {
  const params = { path: { study, number } };
  tellCodes(study, await got(api.DELETE("/api/v1/studies/{study}/codes/decisions/{number}", { params })));
}

function tellCodes(study: string, codes: Codes): void {
  put(`codes:${study}`, { data: codes, loading: false });
}

export async function setStatus(study: string, status: Study["head"]["status"]): Promise<void> {
  tellStudy(await got(api.PUT("/api/v1/studies/{study}/status", { params: at(study), body: { status } })));
}

export type Transcript = Schemas["TranscriptShown"];
export type Reading = Schemas["Reading"];
export type Role = "interviewer" | "respondent" | "left_out";
export type SentFile = { name: string; data: string };
export type Roles = Record<string, Record<string, Role>>;

export function useReadings(study: string) {
  return useResource<Reading[]>(`transcripts:${study}`, () => got(api.GET("/api/v1/studies/{study}/transcripts", { params: at(study) })));
}

export function findSpeakers(study: string, file: SentFile): Promise<Transcript[]> {
  return got(api.POST("/api/v1/studies/{study}/transcripts/speakers", { params: at(study), body: { files: [file] } }));
}

export async function bringIn(study: string, file: SentFile, roles: Roles): Promise<void> {
  const body = { files: [file], roles };
  put(`transcripts:${study}`, { data: await got(api.POST("/api/v1/studies/{study}/transcripts", { params: at(study), body })), loading: false });
}

export async function recode(study: string, body: Schemas["RecodedWords"]): Promise<void> {
  tellCodes(study, await got(api.POST("/api/v1/studies/{study}/codes/words", { params: at(study), body })));
  renew("words:");
}

export async function writeMemo(study: string, body: Schemas["Memo"]): Promise<void> {
  tellCodes(study, await got(api.POST("/api/v1/studies/{study}/codes/memos", { params: at(study), body })));
}

export function agreementWith(study: string, body: Schemas["SecondCoderFile"]): Promise<Schemas["Agreement"]> {
  return got(api.POST("/api/v1/studies/{study}/agreement", { params: at(study), body }));
}

export function useGroups(study: string, by: string) {
  return useResource<Schemas["Comparison"]>(`groups:${study}:${by}`, () =>
    got(api.GET("/api/v1/studies/{study}/groups", { params: { ...at(study), query: { by } } })),
  );
}

// A file's bytes as the API takes them.
export async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
