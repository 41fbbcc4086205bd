import type { RowScope } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { listDeliveries, listEvents, listLateDeliveries } from "@wayfare/webhooks";
import { firstRequestIdAt } from "../requests/partitions.ts";
import { listRequests } from "../requests/store.ts";

/** An item of the activity stream. */
export interface Activity {
  kind: "request" | "delivery" | "event";
  id: string;
  /** Unique per item and state. A delivery is sent again whenever its status changes. */
  version: string;
  data: object;
}

/** Age of the oldest item read, so that records written late are not missed. */
const maxAgeMs = 60_000;
/** Items of each kind per poll; if there are more, the newest are returned. */
const maxItems = 100;

/** Reads the recent activity of an account and partition, oldest first, whether it was sent or not. Excludes bodies and payloads. */
export async function readActivity(database: Database, owner: RowScope, nowMs: number): Promise<Activity[]> {
  const page = { afterId: null, limit: maxItems };
  const firstId = firstRequestIdAt(nowMs - maxAgeMs);
  const requests = await listRequests(database, owner, { ...page, filter: { callerType: "key" }, firstId });
  const newest = await listDeliveries(database, owner, { ...page, filter: {} });
  const late = await listLateDeliveries(database, owner, maxItems);
  const events = await listEvents(database, owner, { ...page, filter: {} });
  const deliveries = new Map([...newest, ...late].map((delivery) => [delivery.id, delivery]));
  return [
    ...events.map(({ data: _payload, ...event }): Activity => {
      return { kind: "event", id: event.id, version: event.id, data: event };
    }),
    ...[...deliveries.values()].map((delivery): Activity => {
      const version = `${delivery.id} ${delivery.status} ${delivery.attemptCount}`;
      return { kind: "delivery", id: delivery.id, version, data: delivery };
    }),
    ...requests.map((request): Activity => ({ kind: "request", id: request.id, version: request.id, data: request })),
  ].toReversed();
}
