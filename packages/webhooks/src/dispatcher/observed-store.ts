import type { Attempt } from "./attempt.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Told what a dispatcher does, for figures. Milliseconds are of the wall. */
export interface DeliveryObserver {
  /** A look around has found that something has been due for so long; 0 where nothing is due. */
  onLook(dueLagMs: number): void;
  onClaim(deliveries: number, ms: number): void;
  /** Attempts are written down. */
  onRecord(attempts: readonly Attempt[], ms: number): void;
  /** The database did not do a step, which is tried again. */
  onFailure(step: keyof DeliveryStore): void;
}

/** A store that tells an observer what becomes of it. */
export function observedStore(store: DeliveryStore, observer: DeliveryObserver): DeliveryStore {
  const timed = async <T>(
    step: keyof DeliveryStore,
    run: () => Promise<T>,
    onDone: (answer: T, ms: number) => void,
  ) => {
    const startedMs = performance.now();
    const answer = await run().catch((error: unknown) => {
      observer.onFailure(step);
      throw error;
    });
    onDone(answer, performance.now() - startedMs);
    return answer;
  };
  return {
    listen: (onReady) => store.listen(onReady),
    look: (nowMs) =>
      timed(
        "look",
        () => store.look(nowMs),
        ({ oldestDueMs }) => observer.onLook(oldestDueMs === null ? 0 : Math.max(0, nowMs - oldestDueMs)),
      ),
    claim: (order) =>
      timed(
        "claim",
        () => store.claim(order),
        (claimed, ms) => observer.onClaim(claimed.length, ms),
      ),
    renew: (claimed, leaseEndsAtMs) => timed("renew", () => store.renew(claimed, leaseEndsAtMs), ignore),
    complete: (attempts) =>
      timed(
        "complete",
        () => store.complete(attempts),
        (_answer, ms) => observer.onRecord(attempts, ms),
      ),
  };
}

function ignore(): void {}
