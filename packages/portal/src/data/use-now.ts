import { useSyncExternalStore } from "react";

interface Ticker {
  subscribe: (listener: () => void) => () => void;
  getNowMs: () => number;
}

const tickers = new Map<number, Ticker>();

/** Returns the current time and updates it every `everyMs` milliseconds. All users of a period share one timer. */
export function useNow(everyMs: number): number {
  const { subscribe, getNowMs } = tickerOf(everyMs);
  return useSyncExternalStore(subscribe, getNowMs, getNowMs);
}

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs) ?? createTicker(everyMs);
  tickers.set(everyMs, known);
  return known;
}

function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let nowMs = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    nowMs = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(tick, everyMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    getNowMs: () => {
      // Without a timer the time may be old.
      if (timer === undefined && Date.now() - nowMs >= everyMs) nowMs = Date.now();
      return nowMs;
    },
  };
}
