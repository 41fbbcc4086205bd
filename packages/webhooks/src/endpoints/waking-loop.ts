import type { Database } from "@wayfare/database";

export interface Waking {
  channel: string;
  /** Also without a message: what fell due by itself, or was left behind by a process that died. */
  everyMs: number;
  run(): Promise<unknown>;
  /** Told where `run` failed; it runs again. */
  onError(error: unknown): void;
}

/**
 * Runs something at once, whenever a channel says so, and every so often; never twice at a time. The answer stops it and waits for what is
 * running.
 */
export async function startWaking(database: Database, waking: Waking): Promise<() => Promise<void>> {
  const loop = { running: Promise.resolve(), isRunning: false, isAskedAgain: false, isStopped: false };
  const runUntilQuiet = async () => {
    do {
      loop.isAskedAgain = false;
      await waking.run().catch((error: unknown) => waking.onError(error));
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
