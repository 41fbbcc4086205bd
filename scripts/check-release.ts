/**
 * Fails if a table of facts has expired or was not compared with its source for 90 days. Run it before a release:
 *
 *     npm run check:release [-- --today 2026-11-28]
 */
import { parseArgs } from "node:util";
import { parseEpochDay } from "@wayfare/engine";
import { listFactTables } from "@wayfare/world";
import { listOutdatedFacts } from "./outdated-facts.ts";

const { values } = parseArgs({ options: { today: { type: "string" } } });
const today = values.today ?? new Date().toISOString().slice(0, 10);
const lines = listOutdatedFacts(listFactTables(), parseEpochDay(today));
for (const line of lines) process.stdout.write(`${line}\n`);
if (lines.length > 0) process.exitCode = 1;
else process.stdout.write(`All tables of facts are up to date on ${today}.\n`);
