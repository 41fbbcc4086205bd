import { type FactTable, listEngineTables, taxProvenance } from "@wayfare/engine";
import { readHeadings } from "./table.ts";

let listed: readonly FactTable[] | undefined;

/**
 * Lists every table of facts about the real world with its source and age: those of the `facts` folder, then the engine's, then the taxes
 * of each country. The list is read on the first call and kept.
 *
 * @throws FactsError if a table of the folder has no valid heading
 */
export function listFactTables(): readonly FactTable[] {
  listed ??= Object.freeze([...readHeadings(), ...listEngineTables(), ...taxProvenance()]);
  return listed;
}
