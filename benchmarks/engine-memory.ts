/** Opens a saved world in a separate process, runs every query of `engine.ts`, and prints the memory used. */
import { readFileSync } from "node:fs";
import { createEnumeration, openTimetable } from "@wayfare/engine";
import { drawQueries, findAll } from "./slice-queries.ts";

const [path = "", days = ""] = process.argv.slice(2);
const startedAt = performance.now();
const bytes = readFileSync(path);
const buffer = new SharedArrayBuffer(bytes.length);
new Uint8Array(buffer).set(bytes);
const timetable = openTimetable(buffer);
const loadedMs = performance.now() - startedAt;
const enumeration = createEnumeration(timetable);
for (const query of drawQueries(timetable, 200, days.split(",").map(Number), 1)) findAll(enumeration, query);
process.stdout.write(JSON.stringify({ rssBytes: process.memoryUsage.rss(), loadedMs }));
