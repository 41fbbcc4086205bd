import type { Database } from "@wayfare/database";
import { deliveriesChannel } from "../events/events.ts";
import { claimDeliveries } from "./claims.ts";
import { completeAttempts } from "./completion.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { findDueEndpoints } from "./due-endpoints.ts";
import type { OnEndpointAlert } from "./health.ts";
import { renewLeases } from "./leases.ts";

/**
 * Creates a delivery store over a database.
 *
 * @param delaysMs delays between the attempts of a delivery.
 * @param onAlert called with endpoints that are failing or were disabled.
 */
export function createSqlStore(
  database: Database,
  delaysMs: readonly number[],
  onAlert?: OnEndpointAlert,
): DeliveryStore {
  return {
    listen: (onReady) =>
      database.listen(deliveriesChannel, {
        onMessage: (payload) => onReady(payload === "" ? null : payload.split(",")),
        onReconnect: () => onReady(null),
      }),
    poll: (nowMs) => findDueEndpoints(database, nowMs),
    claim: (request) => claimDeliveries(database, request),
    renew: (claimed, leaseEndsAtMs) => renewLeases(database, claimed, leaseEndsAtMs),
    complete: (attempts) => completeAttempts(database, delaysMs, attempts, onAlert),
  };
}
