import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  buildTimetable,
  type EpochDay,
  formatVersion,
  openTimetable,
  SnapshotRefused,
  type Timetable,
} from "@wayfare/engine";
import type { Facts } from "../facts/facts.ts";
import { putInOrder } from "../sandbox/facts-in-order.ts";
import { generateSandbox, generatorVersion } from "../sandbox/generate.ts";

/** The sandbox's timetable on its shared buffer, and the name of exactly these bytes. */
export interface World {
  version: string;
  buffer: SharedArrayBuffer;
  timetable: Timetable;
}

const seed = 1;
/**
 * Days that a world spans from its first: the 330 that a search may ask for, two more that a late connection may touch, and
 * half a year in which the process need not make another.
 */
const worldDays = 330 + 2 + 184;
const suffix = ".world";

/**
 * Opens the sandbox world of a day: from its snapshot in `directory` if that is there and whole, else made and saved.
 *
 * @param onProgress told, in a few words, what takes time.
 */
export async function openWorld(from: {
  facts: Facts;
  directory: string;
  today: EpochDay;
  onProgress: (what: string) => void;
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
      if (!(error instanceof SnapshotRefused)) throw error;
      onProgress(`${path}: ${error.message}; making the world again`);
    }
  }
  onProgress("Making the sandbox world: simulated flights between real airports …");
  const buffer = makeWorld(facts, firstDay);
  await saveSnapshot(directory, version, buffer);
  return { version, buffer, timetable: openTimetable(buffer) };
}

/** Makes the sandbox world in memory. */
export function makeWorld(facts: Facts, firstDay: EpochDay): SharedArrayBuffer {
  return buildTimetable(generateSandbox(putInOrder(facts), { seed, firstDay, days: worldDays }));
}

/** The first of the month, two days ago: west of the date line it is still yesterday, and a month shares one world. */
function firstDayOf(today: EpochDay): EpochDay {
  const day = new Date((today - 2) * 86_400_000);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) / 86_400_000;
}

/** Names what the bytes depend on: generator, format, seed, days, facts, and the time zone data of this Node. */
function versionOf(facts: Facts, firstDay: EpochDay): string {
  const inputs = {
    generatorVersion,
    formatVersion,
    seed,
    firstDay,
    worldDays,
    zones: process.versions["tz"],
    facts: putInOrder(facts),
  };
  return `sandbox-${createHash("sha256").update(JSON.stringify(inputs)).digest("hex").slice(0, 16)}`;
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

const asideSuffix = ".tmp";
const longestWriteMs = 10 * 60_000;

/** Whether whoever wrote a file aside has died over it. */
async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > longestWriteMs;
}

/** Written aside and renamed, so that a process that dies leaves no half of a world; worlds of other versions go. */
async function saveSnapshot(directory: string, version: string, buffer: SharedArrayBuffer): Promise<void> {
  await mkdir(directory, { recursive: true });
  const aside = join(directory, `${version}.${process.pid}${asideSuffix}`);
  await writeFile(aside, new Uint8Array(buffer));
  await rename(aside, join(directory, version + suffix));
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const isOld = name.endsWith(suffix) && name !== version + suffix;
    if (isOld || (name.endsWith(asideSuffix) && (await isAbandoned(path)))) await rm(path, { force: true });
  }
}
