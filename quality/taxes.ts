/**
 * Prints how far the taxes of published examples differ from ours, and the share of departures by the basis of their charges.
 *
 *     npm run quality:taxes
 */
import { openTimetable, parseEpochDay } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { compareTaxes } from "./report/taxes.ts";

const facts = loadFacts();
const { lines, claims } = compareTaxes(openTimetable(makeWorld(facts, parseEpochDay("2027-01-01"))), facts);
process.stdout.write(`${lines.join("\n")}\n`);
for (const { claim, found, holds } of claims) {
  process.stdout.write(`${holds ? "holds" : "FAILS"}  ${claim}: ${found}\n`);
  if (!holds) process.exitCode = 1;
}
