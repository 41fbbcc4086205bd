import { openPostgres } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { startPostgresServer } from "../postgres-server.ts";
import { addEndpoint, expectExactAccounting, waitForDeliveries } from "./accounting.ts";
import { Deployment } from "./deployment.ts";
import { Load } from "./load.ts";
import { startReceiver } from "./receiver.ts";

test("loses no acknowledged change when PostgreSQL crashes twice", { timeout: 600_000 }, async () => {
  const server = await startPostgresServer({ settings: { synchronous_commit: "on" } });
  const deployment = new Deployment(server.connectionString);
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await deployment.remove();
    await receiver.close();
    await server.stop();
  });
  for (const name of ["worker", "api-1", "api-2"]) await deployment.start(name);
  await addEndpoint(deployment, receiver.url);

  const load = new Load(deployment, { clients: 6, pauseMs: 100 });
  load.start();
  for (let crashes = 0; crashes < 2; crashes++) {
    await load.waitForBookings(10);
    await server.crashAndRestart();
  }
  // The same processes continue.
  await load.waitForBookings(10);
  await load.stop();

  const database = await openPostgres({ connectionString: server.connectionString });
  await waitForDeliveries(database);
  await expectExactAccounting(database, load, { receiver, endpoints: 1 });
  await database.close();
  expect([...load.failures.keys()].filter((name) => name.includes(" 500 "))).toStrictEqual([]);
});
