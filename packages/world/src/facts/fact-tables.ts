import { type FactTable, listEngineTables } from "@wayfare/engine";
import { readHeadings } from "./table.ts";

/**
 * Lists every table of facts about the real world with its source and age: those of the `facts` folder, then the engine's.
 *
 * @throws FactsError if a table of the folder has no valid heading
 */
export function listFactTables(): readonly FactTable[] {
  return [...readHeadings(), ...listEngineTables()];
}
