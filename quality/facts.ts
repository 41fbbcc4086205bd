/**
 * Lists the differences between the facts and public data that the product does not contain, and outdated tables.
 *
 *     npm run quality:facts [-- --optd FOLDER] [--today 2026-11-28]
 *
 * `--optd` names a folder with OpenTravelData's `optd_airline_best_known_so_far.csv` (CC BY 4.0), with whose airlines ours are compared.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseEpochDay } from "@wayfare/engine";
import { listFactTables, loadFacts } from "@wayfare/world";
import { listOutdatedFacts } from "../scripts/outdated-facts.ts";
import { compareAirlines, parseOptdAirlines } from "./facts/airlines.ts";
import { compareAirports, differenceKinds } from "./facts/public-airports.ts";
import { readExplained, readOurAirports } from "./facts/read-public.ts";

const { values } = parseArgs({ options: { optd: { type: "string" }, today: { type: "string" } } });
const today = parseEpochDay(values.today ?? new Date().toISOString().slice(0, 10));
const facts = loadFacts();
const { compared, differences } = compareAirports(facts, readOurAirports(), readExplained());
console.log(`${compared} airports compared with OurAirports`);
for (const kind of differenceKinds) {
  const all = differences.filter((difference) => difference.kind === kind);
  console.log(
    `\n${kind}: ${all.length}, of which ${all.filter(({ reason }) => reason === null).length} without a reason`,
  );
  for (const { code, ours, theirs, reason } of all)
    console.log(`  ${code}  ${ours} / ${theirs}${reason ? ` (${reason})` : ""}`);
}
if (values.optd !== undefined) {
  const path = join(values.optd, "optd_airline_best_known_so_far.csv");
  const lines = compareAirlines(facts.airlines.values(), parseOptdAirlines(readFileSync(path, "utf8")), today);
  console.log(`\nairlines: ${lines.length} differences from OpenTravelData`);
  for (const line of lines) console.log(`  ${line}`);
}
console.log("\noutdated tables");
for (const line of listOutdatedFacts(listFactTables(), today)) console.log(`  ${line}`);
