import { useSyncExternalStore } from "react";

export type Environment = "test" | "live";

const storageKey = "wayfare.environment";
const listeners = new Set<() => void>();
let current: Environment = readStored();

/** Which data the pages show. */
function getEnvironment(): Environment {
  return current;
}

/** Turns the pages to the other data. A new window starts with the choice that was made last; open ones keep theirs. */
export function setEnvironment(environment: Environment): void {
  current = environment;
  for (const storage of storages()) storage.setItem(storageKey, environment);
  for (const listener of listeners) listener();
}

/** The environment, followed. */
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

/** None where the browser refuses storage. */
function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}
