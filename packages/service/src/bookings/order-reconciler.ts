import type { OrderScanner } from "./order-scanner.ts";
import type { OrderSettler } from "./order-settler.ts";

interface ReconcilerDeps {
  settler: Pick<OrderSettler, "settleDue">;
  scanner: Pick<OrderScanner, "scanDue">;
  everyMs: number;
  log: { error(details: object, message: string): void };
}

/** Takes the due steps of orders that no request waits for, and compares the lists of suppliers. @returns a function that stops it and waits for a running step */
export function startReconciler({ settler, scanner, log, everyMs }: ReconcilerDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await settler.settleDue();
      await scanner.scanDue();
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
