import type { Database } from "@wayfare/database";
import type { AttemptDeps } from "./attempt.ts";
import { DeliveryLoop, type DeliveryLoopDeps } from "./delivery-loop.ts";
import type { OnEndpointAlert } from "./health.ts";
import { type DeliveryObserver, observeStore } from "./observed-store.ts";
import { retryDelaysMs } from "./retry-schedule.ts";
import { createSqlStore } from "./sql-store.ts";
import { systemTimers } from "./timers.ts";

export interface DispatcherOptions extends AttemptDeps, Partial<Pick<DeliveryLoopDeps, "concurrency" | "perEndpoint">> {
  database: Database;
  log: DeliveryLoopDeps["log"];
  /** Delays between the attempts of a delivery. */
  delaysMs?: readonly number[];
  /** Lifetime of a lease without a heartbeat. */
  leaseMs?: number;
  observer?: DeliveryObserver;
  /** Called with endpoints that are failing or were disabled, in the transaction that records it. */
  onAlert?: OnEndpointAlert;
}

export interface Dispatcher {
  /** Polls for due deliveries now. */
  wake(): void;
  /** Resolves when no delivery is in flight and none is due. For tests and a graceful shutdown. */
  idle(): Promise<void>;
  /** Number of deliveries that are claimed and whose attempt is not written yet. */
  inFlight(): number;
  /** Stops claiming and waits for the deliveries in flight. */
  stop(): Promise<void>;
}

/** The lease and the poll interval of one second add up to less than 15 seconds, after which deliveries of a dead process are sent. */
const defaults = { concurrency: 512, perEndpoint: 16, leaseMs: 13_500 };

/** Starts the webhook dispatcher of a process, which sends the due deliveries of a database. */
export async function startDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { database, delaysMs = retryDelaysMs, observer } = options;
  const store = createSqlStore(database, delaysMs, options.onAlert);
  const observed = observer === undefined ? store : observeStore(store, observer);
  return startDeliveryLoop({ ...defaults, ...options, store: observed, timers: systemTimers });
}

/** Starts a delivery loop over any store and clock. */
export async function startDeliveryLoop(deps: DeliveryLoopDeps): Promise<Dispatcher> {
  const loop = new DeliveryLoop(deps);
  const stopListening = await deps.store.listen((endpointIds) => loop.notify(endpointIds));
  const running = loop.run();
  return {
    wake: () => loop.notify(null),
    idle: () => loop.idle(),
    inFlight: () => loop.inFlight,
    async stop() {
      await stopListening();
      loop.stop();
      await running;
    },
  };
}
