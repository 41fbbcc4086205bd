import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type DataDirectory, DataDirectoryError, openDataDirectory } from "@wayfare/database";

export interface JournalDirectory {
  path: string;
  /** Journal files of earlier processes, whose directories are locked. */
  leftovers: readonly JournalFile[];
  /** Unlocks the directories of the leftovers, except this process's own. */
  releaseLeftovers(): void;
  release(): void;
}

/** A journal file. */
export interface JournalFile {
  path: string;
  journal: string;
}

/**
 * Locks a directory below `root` for this process's journal: the first that no living process holds, so that the next process finds the
 * journals of a dead one. Processes can share a root.
 */
export function lockJournalDirectory(root: string, nowMs: number): JournalDirectory {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const names = readdirSync(root).filter((name) => /^\d+$/.test(name));
  const held = names.toSorted((a, b) => Number(a) - Number(b)).flatMap((name) => tryLock(join(root, name), nowMs));
  const [own = lockNew(root, nowMs), ...others] = held;
  return {
    path: own.path,
    leftovers: [own, ...others].flatMap(({ path }) => listFiles(path)),
    releaseLeftovers: () => {
      for (const directory of others.splice(0)) directory.release();
    },
    release: () => own.release(),
  };
}

function tryLock(path: string, nowMs: number): DataDirectory[] {
  try {
    return [openDataDirectory(path, { nowMs })];
  } catch (error) {
    if (error instanceof DataDirectoryError && error.code === "IN_USE") return [];
    throw error;
  }
}

/** If two processes pick the same number, one of them gets the next. */
function lockNew(root: string, nowMs: number): DataDirectory {
  for (let number = 1; ; number++) {
    const [locked] = tryLock(join(root, String(number)), nowMs);
    if (locked !== undefined) return locked;
  }
}

/** Lists files in the order in which they were written. */
function listFiles(directory: string): JournalFile[] {
  return readdirSync(directory)
    .toSorted()
    .flatMap((name) => {
      const journal = /^(jrn_\w+)\.\d+\.log$/.exec(name)?.[1];
      return journal === undefined ? [] : [{ path: join(directory, name), journal }];
    });
}
