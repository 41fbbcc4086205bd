import type { RunningApp } from "./running-app.ts";
import { makeStrictDocument, type StrictDocument } from "./strict-document.ts";

/** Describes how a response differs from the app's OpenAPI document; null if it does not. */
export type FindMismatch = StrictDocument["findMismatch"];

export async function readDocument(app: RunningApp): Promise<FindMismatch> {
  const { text } = await app.call("/openapi.json");
  return makeStrictDocument(JSON.parse(text)).findMismatch;
}
