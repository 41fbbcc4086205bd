import type { Database } from "@wayfare/database";
import { expect, test } from "vitest";
import { addEndpoint, countDuplicates, expectExactAccounting, waitForDeliveries } from "./accounting.ts";
import { Load } from "./load.ts";
import { makeWatchedDeployment } from "./watched-deployment.ts";

const endpoints = 2;
const names = ["worker-1", "api-1", "worker-2", "api-2"];

test("loses and duplicates no acknowledged change while processes are killed", { timeout: 600_000 }, async () => {
  const { database, deployment, receiver } = await makeWatchedDeployment();
  for (const name of names) await deployment.start(name);
  for (let number = 0; number < endpoints; number++) await addEndpoint(deployment, `${receiver.url}?${number}`);

  const load = new Load(deployment, { clients: 6, pauseMs: 100 });
  load.start();
  for (const name of [...names, ...names]) {
    await load.waitForBookings(5);
    await deployment.kill(name);
    await deployment.start(name);
  }
  await load.stop();
  await waitForDeliveries(database);

  await expectExactAccounting(database, load, { receiver, endpoints });
  expect(load.bookings.size).toBeGreaterThan(20);
  expect(load.cancellations.size).toBeGreaterThan(5);
  // A delivery is repeated if its worker died after the receiver's response; a worker leases a few at a time.
  expect(countDuplicates(receiver)).toBeLessThanOrEqual(receiver.deliveries.size / 4);
  await expectUsage(database, load);
});

/** Checks that every completed search is counted, and at most one more for each lost response. */
async function expectUsage(database: Database, load: Load) {
  const counted = "SELECT coalesce(sum(count), 0)::int AS count FROM usage_hours WHERE operation = 'search'";
  await expect
    .poll(async () => (await database.query<{ count: number }>(counted))[0]?.count)
    .toBeGreaterThanOrEqual(load.searches);
  const [row] = await database.query<{ count: number }>(counted);
  expect(row?.count).toBeLessThanOrEqual(load.searches + (load.failures.get("flights: no response") ?? 0));
}
