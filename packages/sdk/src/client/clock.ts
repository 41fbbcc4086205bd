/** Where the client has its time from. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Runs it once after so many milliseconds; what is returned calls it off. */
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
 * Resolves after so many milliseconds.
 *
 * @throws the signal's reason as soon as it is aborted
 */
export async function sleep(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const wakeUp = () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const callOff = clock.after(delayMs, wakeUp);
    const stop = () => {
      callOff();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
