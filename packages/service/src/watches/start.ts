import type { WatchRunner } from "./runner.ts";

interface WatchLoopDeps {
  runner: Pick<WatchRunner, "runDue">;
  /** Interval of looking for due watches. */
  everyMs: number;
  log: { error(details: object, message: string): void };
}

/** Runs due watches until it is stopped. @returns a function that stops it and waits for a running search */
export function startWatches({ runner, everyMs, log }: WatchLoopDeps): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await runner.runDue(stopping.signal);
    } catch (error) {
      // Leases end by themselves, and the runs are made later.
      log.error({ err: error }, "watches could not be run");
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
