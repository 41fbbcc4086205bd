import { type EpochDay, parseEpochDay } from "../timetable/calendar.ts";

/** Source and age of a table of facts about the real world. */
export interface FactTable {
  /**
   * Name of the file: `airlines.tsv` of the world's facts, a path below the engine's sources such as `fares/bag-fees.ts`, or
   * `taxes of DE`.
   */
  readonly table: string;
  /** Title and address of the publication, or a statement that it is general knowledge. */
  readonly source: string;
  /** Day on which the table was last compared with its source as a whole, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Last day for which the source states the table's values, `YYYY-MM-DD`; null if it names no end. */
  readonly validUntil: string | null;
}

/** Reason why a table must be checked again. */
export interface OutdatedTable {
  readonly table: FactTable;
  /** Days since `asOf`. */
  readonly ageDays: number;
  /** `expired` takes precedence: `validUntil` has passed. `stale`: older than `maxAgeDays`. */
  readonly reason: "expired" | "stale";
}

/** Maximum age of a table of facts before it counts as stale. */
export const maxAgeDays = 90;

/** Days since a table was last compared with its source; negative if it was compared after `today`. */
export function ageInDays({ asOf }: FactTable, today: EpochDay): number {
  return today - parseEpochDay(asOf);
}

/** Lists the tables that have expired or are older than `maxAgeDays`, the oldest first. */
export function listOutdatedTables(tables: readonly FactTable[], today: EpochDay): OutdatedTable[] {
  return tables
    .flatMap((table): OutdatedTable[] => {
      const ageDays = ageInDays(table, today);
      if (table.validUntil !== null && parseEpochDay(table.validUntil) < today) {
        return [{ table, ageDays, reason: "expired" }];
      }
      return ageDays > maxAgeDays ? [{ table, ageDays, reason: "stale" }] : [];
    })
    .toSorted((a, b) => b.ageDays - a.ageDays || (a.table.table < b.table.table ? -1 : 1));
}

/** Describes an outdated table in one clause: `airlines.tsv was checked 93 days ago (2026-11-28)`. */
export function describeOutdated({ table, ageDays, reason }: OutdatedTable): string {
  if (reason === "expired") return `${table.table} was valid until ${table.validUntil}`;
  return `${table.table} was checked ${ageDays} days ago (${table.asOf})`;
}
