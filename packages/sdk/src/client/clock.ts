/** Clock and timers of the client. Replace it in tests. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  nowMs(): number;
  /** Calls `run` once after a delay in milliseconds. Returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Resolves after a delay in milliseconds.
 *
 * @throws the abort reason of the signal.
 */
export async function sleep(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const finish = () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const cancel = clock.after(delayMs, finish);
    const stop = () => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
