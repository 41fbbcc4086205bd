import type { Database } from "@wayfare/database";

export interface Waking {
  channel: string;
  /** Interval without a message: for work that becomes due by itself or was left by a process that died. */
  everyMs: number;
  /** Gets a function that makes it run again. */
  run(wake: () => void): Promise<unknown>;
  /** Called when `run` fails; it runs again. */
  onError(error: unknown): void;
}

/**
 * Runs a job at once, on every message of a channel, and at an interval; one run at a time. Returns a function that stops it and waits for the
 * run in progress.
 */
export async function startWaking(database: Database, waking: Waking): Promise<() => Promise<void>> {
  const loop = { running: Promise.resolve(), isRunning: false, isAskedAgain: false, isStopped: false };
  const runUntilQuiet = async (): Promise<void> => {
    do {
      loop.isAskedAgain = false;
      await waking.run(wake).catch((error: unknown) => waking.onError(error));
    } while (loop.isAskedAgain && !loop.isStopped);
    loop.isRunning = false;
  };
  const wake = () => {
    loop.isAskedAgain = true;
    if (loop.isRunning || loop.isStopped) return;
    loop.isRunning = true;
    loop.running = runUntilQuiet();
  };
  const stopListening = await database.listen(waking.channel, { onMessage: wake, onGap: wake });
  const timer = setInterval(wake, waking.everyMs);
  wake();
  return async () => {
    loop.isStopped = true;
    clearInterval(timer);
    await stopListening();
    await loop.running;
  };
}
