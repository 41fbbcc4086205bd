import { describeOutdated, type EpochDay, type FactTable, listOutdatedTables } from "@wayfare/engine";

/** Lists the outdated tables of facts with their sources, one line each, the oldest first. */
export function listOutdatedFacts(tables: readonly FactTable[], today: EpochDay): string[] {
  return listOutdatedTables(tables, today).map((outdated) => {
    return `${outdated.reason}  ${describeOutdated(outdated)}; source: ${outdated.table.source}`;
  });
}
