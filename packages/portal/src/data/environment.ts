import { useSyncExternalStore } from "react";

export type Environment = "test" | "live";

const storageKey = "wayfare.environment";
const listeners = new Set<() => void>();
let current: Environment = readStored();

/** Returns the environment whose data the pages show. */
function getEnvironment(): Environment {
  return current;
}

/** Switches the environment. New windows start with the last selected environment; open windows keep theirs. */
export function setEnvironment(environment: Environment): void {
  current = environment;
  for (const storage of storages()) storage.setItem(storageKey, environment);
  for (const listener of listeners) listener();
}

/** Returns the current environment and re-renders when it changes. */
export function useEnvironment(): Environment {
  return useSyncExternalStore(subscribe, getEnvironment);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readStored(): Environment {
  for (const storage of storages()) {
    const stored = storage.getItem(storageKey);
    if (stored === "test" || stored === "live") return stored;
  }
  return "test";
}

/** Returns the available storages; empty if the browser blocks them. */
function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}
