import { type FactTable, listEngineTables } from "@wayfare/engine";
import { readHeadings } from "./table.ts";

let listed: readonly FactTable[] | undefined;

/**
 * Lists every table of facts about the real world with its source and age, those of the `facts` folder and then the engine's: read on the
 * first call and kept.
 *
 * @throws FactsError if a table of the folder has no valid heading
 */
export function listFactTables(): readonly FactTable[] {
  listed ??= Object.freeze([...readHeadings(), ...listEngineTables()]);
  return listed;
}
