import { describeOutdated, type EpochDay, type FactTable, listOutdatedTables, maxAgeDays } from "@wayfare/engine";
import { type Check, ok, warn } from "./check.ts";

/** Tables that the message names, the oldest first. */
const namedTables = 3;

/** Warns of tables of facts that have expired or are older than 90 days: flights, awards and fees may no longer be those of today. */
export function checkFacts(tables: readonly FactTable[], today: EpochDay): Check {
  const outdated = listOutdatedTables(tables, today);
  if (outdated.length === 0)
    return ok("facts", `all ${tables.length} tables were checked in the last ${maxAgeDays} days`);
  const named = outdated.slice(0, namedTables).map(describeOutdated);
  const others = outdated.length - named.length;
  const rest = others > 0 ? `, and ${others} more` : "";
  return warn(
    "facts",
    `${outdated.length} of ${tables.length} tables are outdated: ${named.join(", ")}${rest}`,
    "Upgrade to a newer version of Wayfare. See docs/operations/facts.md.",
  );
}
