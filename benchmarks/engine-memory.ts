/** Opens a saved world in a process of its own, answers every question of `engine.ts`, and prints the memory that took. */
import { readFileSync } from "node:fs";
import { createEnumeration, openTimetable } from "@wayfare/engine";
import { askAll, drawQuestions } from "./slice-questions.ts";

const [path = "", days = ""] = process.argv.slice(2);
const startedAt = performance.now();
const bytes = readFileSync(path);
const buffer = new SharedArrayBuffer(bytes.length);
new Uint8Array(buffer).set(bytes);
const timetable = openTimetable(buffer);
const loadedMs = performance.now() - startedAt;
const enumeration = createEnumeration(timetable);
for (const question of drawQuestions(timetable, 200, days.split(",").map(Number), 1)) askAll(enumeration, question);
process.stdout.write(JSON.stringify({ rssBytes: process.memoryUsage.rss(), loadedMs }));
