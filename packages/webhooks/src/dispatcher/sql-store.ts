import type { Database } from "@wayfare/database";
import { deliveriesChannel } from "../events/events.ts";
import { claimDeliveries } from "./claims.ts";
import { completeAttempts } from "./completion.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { renewLeases } from "./leases.ts";
import { lookAround } from "./look-around.ts";

/** Deliveries in a database. `delaysMs` are those between the attempts of a schedule. */
export function createSqlStore(database: Database, delaysMs: readonly number[]): DeliveryStore {
  return {
    listen: (onReady) =>
      database.listen(deliveriesChannel, {
        onMessage: (payload) => onReady(payload === "" ? null : payload.split(",")),
        onGap: () => onReady(null),
      }),
    look: (nowMs) => lookAround(database, nowMs),
    claim: (order) => claimDeliveries(database, order),
    renew: (claimed, leaseEndsAtMs) => renewLeases(database, claimed, leaseEndsAtMs),
    complete: (attempts) => completeAttempts(database, delaysMs, attempts),
  };
}
