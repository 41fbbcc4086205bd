import type { Database } from "@wayfare/database";

export interface JobLoopOptions {
  channel: string;
  /** Interval for work that becomes due without a notification or was left by a process that died. */
  everyMs: number;
  /** @param wake makes the job run again. */
  run(wake: () => void): Promise<unknown>;
  /** Called when `run` fails. The job runs again later. */
  onError(error: unknown): void;
}

/**
 * Runs a job at once, on every notification of a channel, and at an interval; one run at a time. Returns a function that stops the loop and
 * waits for the run in progress.
 */
export async function startJobLoop(database: Database, options: JobLoopOptions): Promise<() => Promise<void>> {
  const loop = { running: Promise.resolve(), isRunning: false, isWakePending: false, isStopped: false };
  const runUntilIdle = async (): Promise<void> => {
    do {
      loop.isWakePending = false;
      await options.run(wake).catch((error: unknown) => options.onError(error));
    } while (loop.isWakePending && !loop.isStopped);
    loop.isRunning = false;
  };
  const wake = () => {
    loop.isWakePending = true;
    if (loop.isRunning || loop.isStopped) return;
    loop.isRunning = true;
    loop.running = runUntilIdle();
  };
  const stopListening = await database.listen(options.channel, { onMessage: wake, onReconnect: wake });
  const timer = setInterval(wake, options.everyMs);
  wake();
  return async () => {
    loop.isStopped = true;
    clearInterval(timer);
    await stopListening();
    await loop.running;
  };
}
