import { useSyncExternalStore } from "react";

/** A boolean outside of React that components can watch. */
export interface Flag {
  set: (value: boolean) => void;
  /** Returns the value and re-renders when it changes. */
  useValue: () => boolean;
}

/** Creates a flag that is false. */
export function makeFlag(): Flag {
  const listeners = new Set<() => void>();
  let current = false;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, () => current),
  };
}
