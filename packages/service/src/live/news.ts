import type { RowScope } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { listDeliveries, listEvents, listLateDeliveries } from "@wayfare/webhooks";
import { firstRequestIdAt } from "../requests/days.ts";
import { listRequests } from "../requests/store.ts";

/** One thing that happened, as a stream tells it. */
export interface News {
  kind: "request" | "delivery" | "event";
  id: string;
  /** Differs from whatever else was told. A delivery is news again whenever it has moved on. */
  version: string;
  data: object;
}

/** How far back it is looked: what is written late must not be missed. */
const lateMs = 60_000;
/** Of each kind, at a time: whoever has more is shown the newest. */
const most = 100;

/** What has happened lately to an account's partition, oldest first, told or not. Bodies and payloads stay out. */
export async function readNews(database: Database, owner: RowScope, nowMs: number): Promise<News[]> {
  const page = { afterId: null, limit: most };
  const firstId = firstRequestIdAt(nowMs - lateMs);
  const requests = await listRequests(database, owner, { ...page, filter: { callerType: "key" }, firstId });
  const newest = await listDeliveries(database, owner, { ...page, filter: {} });
  const late = await listLateDeliveries(database, owner, most);
  const events = await listEvents(database, owner, { ...page, type: undefined });
  const deliveries = new Map([...newest, ...late].map((delivery) => [delivery.id, delivery]));
  return [
    ...events.map(({ data: _payload, ...event }): News => {
      return { kind: "event", id: event.id, version: event.id, data: event };
    }),
    ...[...deliveries.values()].map((delivery): News => {
      const version = `${delivery.id} ${delivery.status} ${delivery.attemptCount}`;
      return { kind: "delivery", id: delivery.id, version, data: delivery };
    }),
    ...requests.map((request): News => ({ kind: "request", id: request.id, version: request.id, data: request })),
  ].toReversed();
}
