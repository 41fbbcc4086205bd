import type { Attempt } from "./attempt.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Listener for the metrics of a dispatcher. Durations are in milliseconds of real time. */
export interface DeliveryObserver {
  /** Called after each poll. `dueLagMs` is the age of the oldest due delivery; 0 if none is due. */
  onPoll(dueLagMs: number): void;
  onClaim(deliveries: number, ms: number): void;
  /** Called when attempts were written. */
  onRecord(attempts: readonly Attempt[], ms: number): void;
  /** Called when a step failed in the database. The step is retried. */
  onFailure(step: keyof DeliveryStore): void;
}

/** Wraps a store to report each step to an observer. */
export function observeStore(store: DeliveryStore, observer: DeliveryObserver): DeliveryStore {
  const timed = async <T>(
    step: keyof DeliveryStore,
    run: () => Promise<T>,
    onDone: (result: T, ms: number) => void,
  ) => {
    const startedMs = performance.now();
    const result = await run().catch((error: unknown) => {
      observer.onFailure(step);
      throw error;
    });
    onDone(result, performance.now() - startedMs);
    return result;
  };
  return {
    listen: (onReady) => store.listen(onReady),
    poll: (nowMs) =>
      timed(
        "poll",
        () => store.poll(nowMs),
        ({ oldestDueMs }) => observer.onPoll(oldestDueMs === null ? 0 : Math.max(0, nowMs - oldestDueMs)),
      ),
    claim: (request) =>
      timed(
        "claim",
        () => store.claim(request),
        (claimed, ms) => observer.onClaim(claimed.length, ms),
      ),
    renew: (claimed, leaseEndsAtMs) => timed("renew", () => store.renew(claimed, leaseEndsAtMs), ignore),
    complete: (attempts) =>
      timed(
        "complete",
        () => store.complete(attempts),
        (_result, ms) => observer.onRecord(attempts, ms),
      ),
  };
}

function ignore(): void {}
