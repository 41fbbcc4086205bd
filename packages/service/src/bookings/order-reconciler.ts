import type { OrderSettler } from "./order-settler.ts";

interface ReconcilerDeps {
  settler: Pick<OrderSettler, "settleDue">;
  everyMs: number;
  log: { error(details: object, message: string): void };
}

/** Takes the due steps of orders that no request waits for. @returns a function that stops it and waits for a running step */
export function startReconciler({ settler, log, everyMs }: ReconcilerDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await settler.settleDue();
    } catch (error) {
      log.error({ err: error }, "orders could not be settled");
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
    await running;
  };
}
