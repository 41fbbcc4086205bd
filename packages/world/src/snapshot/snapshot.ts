import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  type EpochDay,
  formatEpochDay,
  formatVersion,
  InvalidSnapshot,
  openTimetable,
  parseEpochDay,
  type Timetable,
} from "@wayfare/engine";
import { preparedFile, threadModuleUrl } from "@wayfare/resources";
import type { Facts } from "../facts/facts.ts";
import { digestsOf, loadFacts, shareFacts } from "../facts/prepared-facts.ts";
import { generatorVersion } from "../sandbox/generate.ts";
import { makeWorld, neededDays, runDays, seed, worldDays } from "./make-world.ts";
import type { WorldThreadData } from "./world-thread.ts";

/** The sandbox's timetable in a shared buffer, and the version that identifies these bytes. */
export interface World {
  version: string;
  buffer: SharedArrayBuffer;
  timetable: Timetable;
}

/** Sources of worlds. */
export interface WorldSource {
  facts: Facts;
  /** Folder of the worlds that processes have generated. */
  directory: string;
  today: EpochDay;
  /** File of the world that the build has prepared from the facts, null for none; by default that of the installation. */
  prepared?: string | null;
}

/** Months after which the next world is generated: starts use the present one for one more month. */
const renewalMonths = 2;
const suffix = ".world";

/**
 * Opens a world that has all days that can be searched today and in the next three months, for a process that runs that long: the one that the build has prepared, else one from `directory`, else a new
 * one, which a thread generates and saves. The processes of an installation that has a prepared world use the same one on a day: the
 * oldest that has all days, of the worlds that begin each two months from the prepared one.
 *
 * @param onProgress called with a short message before slow steps.
 */
export async function openWorld(from: WorldSource & { onProgress: (description: string) => void }): Promise<World> {
  const { facts, directory, today, onProgress } = from;
  const family = familyOf(facts);
  const path = from.prepared === undefined ? findPrepared(family) : from.prepared;
  const prepared = path === null ? null : await readWorld(path, onProgress);
  const firstDays =
    prepared === null ? await listSaved(directory, family) : listRenewals(prepared.timetable.firstDay, today);
  const firstDay = firstDays.find((day) => covers(day, today)) ?? firstDayOf(today);
  const version = versionOf(family, firstDay);
  if (prepared?.timetable.firstDay === firstDay) return { version, ...prepared };
  const saved = await readWorld(join(directory, version + suffix), onProgress);
  if (saved !== null) return { version, ...saved };
  onProgress("Generating sandbox data: simulated flights between real airports …");
  const buffer = await generate(facts, firstDay);
  await saveWorld({ directory, family, firstDay, today }, buffer);
  return { version, buffer, timetable: openTimetable(buffer) };
}

/**
 * Generates the world that follows a used one, if two months of it are over and the next one is not saved yet, in a thread.
 * A later start uses it when the present world no longer has all days.
 *
 * @param signal stops the thread
 * @returns true if it was generated
 * @throws the reason of the signal; Error if the world cannot be saved
 */
export async function renewWorld(
  { facts, directory, today }: WorldSource,
  { timetable }: World,
  signal: AbortSignal,
): Promise<boolean> {
  const firstDay = addMonths(timetable.firstDay, renewalMonths);
  const family = familyOf(facts);
  if (!covers(firstDay, today) || (await listSaved(directory, family)).includes(firstDay)) return false;
  const buffer = await generate(facts, firstDay, signal);
  signal.throwIfAborted();
  await saveWorld({ directory, family, firstDay, today }, buffer);
  return true;
}

/** Generates the world that a build of this day prepares, the contents of `sandbox.world`. */
export function prepareWorld(facts: Facts, today: EpochDay): SharedArrayBuffer {
  return makeWorld(facts, firstDayOf(today));
}

/** First of the month of two days ago: west of the date line it can still be yesterday. */
function firstDayOf(today: EpochDay): EpochDay {
  return parseEpochDay(`${formatEpochDay(today - 2).slice(0, 7)}-01`);
}

/** The first of a month, some months after another one. */
function addMonths(firstDay: EpochDay, months: number): EpochDay {
  const day = new Date(firstDay * 86_400_000);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1) / 86_400_000;
}

/** True if the world that begins on a day has all days that can be searched from today for three months, from the day before yesterday. */
function covers(firstDay: EpochDay, today: EpochDay): boolean {
  return firstDay <= today - 2 && firstDay + worldDays - 1 >= today + runDays + neededDays;
}

/** First days of the prepared world and of those that follow it, the oldest first. */
function listRenewals(prepared: EpochDay, today: EpochDay): EpochDay[] {
  const days: EpochDay[] = [];
  for (let day = prepared; day <= today - 2; day = addMonths(day, renewalMonths)) days.push(day);
  return days;
}

/** Finds the prepared world of the installation, which is for the prepared facts: with TZ_DATA, another one is needed. */
function findPrepared(family: string): string | null {
  const path = preparedFile("sandbox.world");
  return path !== undefined && family === familyOf(loadFacts()) ? path : null;
}

/** Identifies everything that the bytes of a world depend on, except its first day: generator, format, seed, facts and time zone data. */
function familyOf(facts: Facts): string {
  const { generated, clocks } = digestsOf(facts);
  const timeZones = [facts.timeZones.release, clocks];
  const inputs = { generatorVersion, formatVersion, seed, worldDays, timeZones, facts: generated };
  return `sandbox-${createHash("sha256").update(JSON.stringify(inputs)).digest("hex").slice(0, 16)}`;
}

function versionOf(family: string, firstDay: EpochDay): string {
  return `${family}-${formatEpochDay(firstDay)}`;
}

/** First day of the world in a file of this name; undefined if it is of another family. */
function firstDayIn(name: string, family: string): EpochDay | undefined {
  const [, date] = /-(\d{4}-\d{2}-\d{2})\.world$/.exec(name) ?? [];
  return date !== undefined && name === `${family}-${date}${suffix}` ? parseEpochDay(date) : undefined;
}

/** First days of the saved worlds of a family, the oldest first. */
async function listSaved(directory: string, family: string): Promise<EpochDay[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.flatMap((name) => firstDayIn(name, family) ?? []).sort((a, b) => a - b);
}

/** Generates a world in a thread, so that this one continues, and its heap ends with the thread. */
async function generate(facts: Facts, firstDay: EpochDay, signal?: AbortSignal): Promise<SharedArrayBuffer> {
  signal?.throwIfAborted();
  const data: WorldThreadData = { facts: shareFacts(facts), firstDay };
  const thread = new Worker(threadModuleUrl("world-thread"), { name: "world-thread", workerData: data });
  const stop = () => void thread.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<SharedArrayBuffer>((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () =>
        reject(
          signal?.aborted === true ? signal.reason : new Error("the thread that generates the sandbox has stopped"),
        ),
      );
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Reads a world from its file; null if there is none. A damaged one is reported. */
async function readWorld(
  path: string,
  onProgress: (description: string) => void,
): Promise<Pick<World, "buffer" | "timetable"> | null> {
  const buffer = await readSnapshot(path);
  if (buffer === null) return null;
  try {
    return { buffer, timetable: openTimetable(buffer) };
  } catch (error) {
    if (!(error instanceof InvalidSnapshot)) throw error;
    onProgress(`${path}: ${error.message}; generating it again`);
    return null;
  }
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

/**
 * Written to a temporary file and renamed, so that a crash leaves no partial world. Worlds of other families are deleted, and those that do
 * not have all days from today; another process of the directory may use the rest.
 */
async function saveWorld(
  { directory, family, firstDay, today }: { directory: string; family: string; firstDay: EpochDay; today: EpochDay },
  buffer: SharedArrayBuffer,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const version = versionOf(family, firstDay);
  const temporaryPath = join(directory, `${version}.${process.pid}${temporarySuffix}`);
  await writeFile(temporaryPath, new Uint8Array(buffer));
  await rename(temporaryPath, join(directory, version + suffix));
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const begins = firstDayIn(name, family);
    const isOld = name.endsWith(suffix) && (begins === undefined || !covers(begins, today));
    if (isOld || (name.endsWith(temporarySuffix) && (await isStale(path)))) await rm(path, { force: true });
  }
}
