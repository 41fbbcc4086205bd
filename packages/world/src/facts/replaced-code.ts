import type { EpochDay } from "@wayfare/engine";
import { PLACE_CODE } from "./airport.ts";
import { indexByCode, type Row } from "./table.ts";

const REASONS = ["renamed", "moved", "merged"] as const;

/** An airport code that another one has replaced. */
export interface ReplacedCode {
  readonly code: string;
  /** Code of an airport. */
  readonly newCode: string;
  /** First day of the new code. */
  readonly fromDay: EpochDay;
  /** `renamed`: the same airport has another code. `moved`: a new airport took over the flights. `merged`: an existing one did. */
  readonly reason: (typeof REASONS)[number];
  /** Title and address of the publication, or a statement that it is general knowledge. */
  readonly source: string;
}

/** Replaced codes by code, in table order. @throws FactsError if a row is malformed, or a code is listed twice or replaces itself */
export function parseReplacedCodes(rows: readonly Row[]): ReadonlyMap<string, ReplacedCode> {
  return indexByCode(rows, (row) => {
    const code = row.match("code", PLACE_CODE);
    const newCode = row.match("newCode", PLACE_CODE);
    if (newCode === code) row.fail(`${code} replaces itself`);
    const fromDay = row.day("from") ?? row.fail("from is empty");
    return { code, newCode, fromDay, reason: row.choice("reason", REASONS), source: row.text("source") };
  });
}
