import type { Database } from "@wayfare/database";
import type { AttemptParts } from "./attempt.ts";
import { DeliveryLoop, type DeliveryLoopParts } from "./delivery-loop.ts";
import { type DeliveryObserver, observedStore } from "./observed-store.ts";
import { retryDelaysMs } from "./schedule.ts";
import { createSqlStore } from "./sql-store.ts";
import { wallTimers } from "./timers.ts";

export interface DispatcherParts extends AttemptParts, Partial<Pick<DeliveryLoopParts, "concurrency" | "perEndpoint">> {
  database: Database;
  log: DeliveryLoopParts["log"];
  /** Delays between the attempts of a schedule. */
  delaysMs?: readonly number[];
  /** How long a claim is believed without a heartbeat. */
  leaseMs?: number;
  observer?: DeliveryObserver;
}

export interface Dispatcher {
  /** Looks for due deliveries now, as it does when it is notified. */
  wake(): void;
  /** Settles when nothing is under way and nothing is due. For tests and for a clean end. */
  idle(): Promise<void>;
  /** How many deliveries are claimed and not written down. */
  inFlight(): number;
  /** Takes nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

/** A lease, and the second until the next look around: what a process held that died goes on within 15 seconds. */
const defaults = { concurrency: 512, perEndpoint: 16, leaseMs: 13_500 };

/** Sends what is due in a database, for as long as the process lives. */
export async function startDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  const { database, delaysMs = retryDelaysMs, observer } = parts;
  const store = createSqlStore(database, delaysMs);
  const observed = observer === undefined ? store : observedStore(store, observer);
  return startDelivery({ ...defaults, ...parts, store: observed, timers: wallTimers });
}

/** Sends what is due in any store, on any clock. */
export async function startDelivery(parts: DeliveryLoopParts): Promise<Dispatcher> {
  const loop = new DeliveryLoop(parts);
  const stopListening = await parts.store.listen((endpointIds) => loop.hear(endpointIds));
  const running = loop.run();
  return {
    wake: () => loop.hear(null),
    idle: () => loop.idle(),
    inFlight: () => loop.inFlight,
    async stop() {
      await stopListening();
      loop.stop();
      await running;
    },
  };
}
