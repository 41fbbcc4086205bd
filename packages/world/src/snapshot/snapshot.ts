import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  buildTimetable,
  type EpochDay,
  formatVersion,
  InvalidSnapshot,
  openTimetable,
  type Timetable,
} from "@wayfare/engine";
import type { Facts } from "../facts/facts.ts";
import { generateSandbox, generatorVersion } from "../sandbox/generate.ts";
import { indexFacts } from "../sandbox/indexed-facts.ts";
import { digestOfClocks } from "../time-zones/time-zone-folder.ts";

/** The sandbox's timetable in a shared buffer, and the version that identifies these bytes. */
export interface World {
  version: string;
  buffer: SharedArrayBuffer;
  timetable: Timetable;
}

const seed = 1;
/**
 * Days of a world from its first: the 330 days of the search horizon, two days for late connections, and half a year during which the
 * process does not need a new world.
 */
const worldDays = 330 + 2 + 184;
const suffix = ".world";

/**
 * Opens the sandbox world of a day: from its snapshot in `directory` if there is a valid one, else generated and saved.
 *
 * @param onProgress called with a short message before slow steps.
 */
export async function openWorld(from: {
  facts: Facts;
  directory: string;
  today: EpochDay;
  onProgress: (description: string) => void;
}): Promise<World> {
  const { facts, directory, today, onProgress } = from;
  const firstDay = firstDayOf(today);
  const version = versionOf(facts, firstDay);
  const path = join(directory, version + suffix);
  const saved = await readSnapshot(path);
  if (saved !== null) {
    try {
      return { version, buffer: saved, timetable: openTimetable(saved) };
    } catch (error) {
      if (!(error instanceof InvalidSnapshot)) throw error;
      onProgress(`${path}: ${error.message}; generating it again`);
    }
  }
  onProgress("Generating sandbox data: simulated flights between real airports …");
  const buffer = makeWorld(facts, firstDay);
  await saveSnapshot(directory, version, buffer);
  return { version, buffer, timetable: openTimetable(buffer) };
}

/** Generates the sandbox world in memory. */
export function makeWorld(facts: Facts, firstDay: EpochDay): SharedArrayBuffer {
  return buildTimetable(generateSandbox(indexFacts(facts), { seed, firstDay, days: worldDays }));
}

/** First of the month of two days ago: west of the date line it can still be yesterday, and all days of a month share one world. */
function firstDayOf(today: EpochDay): EpochDay {
  const day = new Date((today - 2) * 86_400_000);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) / 86_400_000;
}

/** Version by everything that the bytes depend on: generator, format, seed, days, facts, and time zone data. */
function versionOf(facts: Facts, firstDay: EpochDay): string {
  const { timeZones, ...indexed } = indexFacts(facts);
  const inputs = {
    generatorVersion,
    formatVersion,
    seed,
    firstDay,
    worldDays,
    timeZones: [timeZones.release, digestOfClocks(timeZones)],
    facts: indexed,
  };
  return `sandbox-${createHash("sha256").update(JSON.stringify(inputs, listEntries)).digest("hex").slice(0, 16)}`;
}

/** Maps and sets as lists of their entries, which `JSON.stringify` would leave out. */
function listEntries(_key: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}

async function readSnapshot(path: string): Promise<SharedArrayBuffer | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, size - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return buffer;
  } finally {
    await file.close();
  }
}

const temporarySuffix = ".tmp";
const longestWriteMs = 10 * 60_000;

/** True if the process that wrote a temporary file has crashed. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > longestWriteMs;
}

/** Written to a temporary file and renamed, so that a crash leaves no partial world; worlds of other versions are deleted. */
async function saveSnapshot(directory: string, version: string, buffer: SharedArrayBuffer): Promise<void> {
  await mkdir(directory, { recursive: true });
  const temporaryPath = join(directory, `${version}.${process.pid}${temporarySuffix}`);
  await writeFile(temporaryPath, new Uint8Array(buffer));
  await rename(temporaryPath, join(directory, version + suffix));
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const isOld = name.endsWith(suffix) && name !== version + suffix;
    if (isOld || (name.endsWith(temporarySuffix) && (await isStale(path)))) await rm(path, { force: true });
  }
}
