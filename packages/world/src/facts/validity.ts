import type { EpochDay } from "@wayfare/engine";
import type { Row } from "./table.ts";

/** Days on which a fact holds, both inclusive; null without a limit. */
export interface Validity {
  readonly fromDay: EpochDay | null;
  readonly untilDay: EpochDay | null;
}

/** Days of a world: `days` days from `firstDay`. */
export interface Period {
  readonly firstDay: EpochDay;
  readonly days: number;
}

export const always: Validity = Object.freeze({ fromDay: null, untilDay: null });

/** Parses the columns `validFrom` and `validUntil`. @throws FactsError if a cell is not a date, or the end is before the beginning */
export function parseValidity(row: Row): Validity {
  const validity: Validity = { fromDay: row.day("validFrom"), untilDay: row.day("validUntil") };
  if (validity.fromDay === null && validity.untilDay === null) return always;
  if (validity.fromDay !== null && validity.untilDay !== null && validity.untilDay < validity.fromDay) {
    row.fail("validUntil is before validFrom");
  }
  return Object.freeze(validity);
}

/** Parses a validity with its source in the column `validitySource`: required if there is a limit, and `-` if there is none. */
export function parseSourcedValidity(row: Row): Validity {
  const validity = parseValidity(row);
  if (validity !== always) row.text("validitySource");
  else if (!row.isEmpty("validitySource")) row.fail("validitySource states a source, but there is no validity");
  return validity;
}

/** Returns the days on which both hold; without a day in common, one that ends before it begins. */
export function intersectionOf(a: Validity, b: Validity): Validity {
  return { fromDay: laterOf(a.fromDay, b.fromDay), untilDay: earlierOf(a.untilDay, b.untilDay) };
}

/** True if the fact holds on a day. */
export function holdsOn({ fromDay, untilDay }: Validity, day: EpochDay): boolean {
  return (fromDay === null || fromDay <= day) && (untilDay === null || day <= untilDay);
}

/** True if the fact holds on at least one day of the period. */
export function holdsDuring({ fromDay, untilDay }: Validity, { firstDay, days }: Period): boolean {
  const [first, last] = [Math.max(fromDay ?? firstDay, firstDay), Math.min(untilDay ?? Infinity, firstDay + days - 1)];
  return first <= last;
}

/** True if the fact holds on every day of the period. */
export function holdsThroughout({ fromDay, untilDay }: Validity, { firstDay, days }: Period): boolean {
  return (fromDay ?? firstDay) <= firstDay && (untilDay ?? Infinity) >= firstDay + days - 1;
}

function laterOf(a: EpochDay | null, b: EpochDay | null): EpochDay | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function earlierOf(a: EpochDay | null, b: EpochDay | null): EpochDay | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
