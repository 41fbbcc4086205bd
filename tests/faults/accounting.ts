import type { Database } from "@wayfare/database";
import { expect, vi } from "vitest";
import type { Load } from "./load.ts";
import type { Receiver } from "./receiver.ts";

/** Adds an endpoint for all events and waits until it is verified. */
export async function addEndpoint(target: { key: string; urls(): string[] }, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${target.key}`, "content-type": "application/json" };
  const [base = ""] = target.urls();
  const made = await fetch(`${base}/v1/webhooks`, {
    method: "POST",
    headers,
    body: JSON.stringify({ url, events: ["booking.confirmed", "booking.cancelled"] }),
  });
  const { id } = (await made.json()) as { id: string };
  await vi.waitFor(
    async () =>
      expect(await (await fetch(`${base}/v1/webhooks/${id}`, { headers })).json()).toMatchObject({ status: "active" }),
    { timeout: 120_000, interval: 100 },
  );
}

/** Waits until the database has no open delivery. */
export async function waitForDeliveries(database: Database): Promise<void> {
  const open =
    "SELECT count(*)::int AS open FROM deliveries WHERE status NOT IN ('delivered', 'dead_lettered', 'cancelled')";
  await vi.waitFor(async () => expect(await database.query(open)).toStrictEqual([{ open: 0 }]), {
    timeout: 120_000,
    interval: 200,
  });
}

/** Checks that exactly the acknowledged changes exist, each with its events, and that every event reached every endpoint. */
export async function expectExactAccounting(
  database: Database,
  load: Load,
  { receiver, endpoints }: { receiver: Receiver; endpoints: number },
): Promise<void> {
  const idsOf = async (sql: string) => new Set((await database.query<{ id: string }>(sql)).map(({ id }) => id));
  expect(await idsOf("SELECT id FROM bookings ORDER BY id LIMIT 100000")).toStrictEqual(load.bookings);
  expect(await idsOf("SELECT id FROM bookings WHERE status = 'cancelled' ORDER BY id LIMIT 100000")).toStrictEqual(
    load.cancellations,
  );
  expect(await idsOf("SELECT id FROM api_keys WHERE name = 'load' ORDER BY id LIMIT 100000")).toStrictEqual(load.keys);
  const events = await database.query<{ type: string; count: number }>(
    "SELECT type, count(*)::int AS count FROM events WHERE type LIKE 'booking.%' GROUP BY type ORDER BY type LIMIT 10",
  );
  expect(Object.fromEntries(events.map(({ type, count }) => [type, count]))).toStrictEqual({
    "booking.confirmed": load.bookings.size,
    "booking.cancelled": load.cancellations.size,
  });
  const deliveries = await database.query<{ id: string; status: string }>(
    "SELECT id, status FROM deliveries ORDER BY id LIMIT 1000000",
  );
  expect(deliveries).toHaveLength((load.bookings.size + load.cancellations.size) * endpoints);
  expect(deliveries.filter(({ status }) => status !== "delivered")).toStrictEqual([]);
  expect(deliveries.filter(({ id }) => !receiver.deliveries.has(id))).toStrictEqual([]);
}

/** Counts deliveries that arrived more than once. */
export function countDuplicates(receiver: Receiver): number {
  return [...receiver.deliveries.values()].filter((times) => times > 1).length;
}
