import { type EpochDay, parseEpochDay } from "@wayfare/engine";
import type { Row } from "./table.ts";

/** Days on which a fact holds, both inclusive. */
export interface Validity {
  readonly fromDay: EpochDay;
  /** Null without an end. */
  readonly toDay: EpochDay | null;
}

const date = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the columns `validFrom` and `validUntil`. @throws FactsError if a date is malformed or the last day is before the first */
export function parseValidity(row: Row): Validity {
  const fromDay = parseEpochDay(row.match("validFrom", date));
  const toDay = row.isEmpty("validUntil") ? null : parseEpochDay(row.match("validUntil", date));
  if (toDay !== null && toDay < fromDay) row.fail("validUntil is before validFrom");
  return { fromDay, toDay };
}

/** Returns true if a fact holds on a day. */
export function isValidOn({ fromDay, toDay }: Validity, day: EpochDay): boolean {
  return fromDay <= day && (toDay === null || day <= toDay);
}
