import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Reads a recorded answer as text. */
export function readRecorded(path: string): string {
  const bytes = readFileSync(join(import.meta.dirname, "recorded", path));
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
}

/** Reads a recorded answer of Duffel and returns its offers. */
export function readOffers(path: string): Record<string, unknown>[] {
  const parsed = JSON.parse(readRecorded(path));
  const data = parsed.data ?? parsed;
  return Array.isArray(data) ? data : (data.offers ?? [data]);
}
