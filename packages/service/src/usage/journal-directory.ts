import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type DataDirectory, DataDirectoryError, openDataDirectory } from "@wayfare/database";

export interface JournalDirectory {
  path: string;
  /** What earlier processes left behind, and the locks that keep others from it. */
  leftovers: readonly JournalFile[];
  /** Lets others have the leftovers' directories, but not this process's own. */
  releaseLeftovers(): void;
  release(): void;
}

/** One file of a journal. */
export interface JournalFile {
  path: string;
  journal: string;
}

/**
 * Takes a directory for this process's journal below `root`: the first that no living process holds, so that whoever starts next finds
 * what a dead one left behind. Processes may share a root.
 */
export function takeJournalDirectory(root: string, nowMs: number): JournalDirectory {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const names = readdirSync(root).filter((name) => /^\d+$/.test(name));
  const held = names.toSorted((a, b) => Number(a) - Number(b)).flatMap((name) => tryTake(join(root, name), nowMs));
  const [own = takeNew(root, nowMs), ...others] = held;
  return {
    path: own.path,
    leftovers: [own, ...others].flatMap(({ path }) => listFiles(path)),
    releaseLeftovers: () => {
      for (const directory of others.splice(0)) directory.release();
    },
    release: () => own.release(),
  };
}

function tryTake(path: string, nowMs: number): DataDirectory[] {
  try {
    return [openDataDirectory(path, { nowMs })];
  } catch (error) {
    if (error instanceof DataDirectoryError && error.code === "IN_USE") return [];
    throw error;
  }
}

/** Two processes that start together may want the same number: one of them gets the next. */
function takeNew(root: string, nowMs: number): DataDirectory {
  for (let number = 1; ; number++) {
    const [taken] = tryTake(join(root, String(number)), nowMs);
    if (taken !== undefined) return taken;
  }
}

/** In the order in which they were written. */
function listFiles(directory: string): JournalFile[] {
  return readdirSync(directory)
    .toSorted()
    .flatMap((name) => {
      const journal = /^(jrn_\w+)\.\d+\.log$/.exec(name)?.[1];
      return journal === undefined ? [] : [{ path: join(directory, name), journal }];
    });
}
