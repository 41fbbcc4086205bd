import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import type { S3Options } from "../../src/archive/s3-object-store.ts";
import { createWebhookPartitions } from "../../src/events/retention.ts";
import { DispatcherFixture, startMs } from "../dispatcher/dispatcher-fixture.ts";
import { addDelivery } from "./finished-delivery.ts";
import { readObjectLines } from "./memory-object-store.ts";
import { startS3Server } from "./s3-server.ts";

const dayMs = 86_400_000;
const days = 6;

function startPurge(connectionString: string, options: S3Options) {
  const script = fileURLToPath(new URL("./archive-process.ts", import.meta.url));
  const beforeMs = String(startMs + 60 * dayMs);
  const child = fork(script, [connectionString, JSON.stringify(options), beforeMs], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, exited: once(child, "exit") };
}

test("archives every attempt once when processes are killed during an upload, and two run at the same time", async () => {
  const created = await createTestDatabase("postgresql");
  const { database, drop } = created;
  const connectionString = created.connectionString ?? "";
  onTestFinished(drop);
  const fixture = await DispatcherFixture.withDatabase(database);
  await createWebhookPartitions(database, startMs);
  const { id: endpointId } = await fixture.addEndpoint("http://127.0.0.1:9/");
  for (let day = 0; day < days; day++) {
    const createdAtMs = startMs + day * dayMs;
    for (const attempts of [1, 3]) {
      await addDelivery(fixture, { endpointId, createdAtMs, finishedAtMs: createdAtMs, attempts });
    }
  }
  const planted = await database.query<{ id: string }>("SELECT id FROM delivery_attempts ORDER BY id LIMIT 1000");
  const server = await startS3Server();
  // The server still stores the object of the killed process, whose rows are left.
  for (const killedAt of [1, 2]) {
    const { child, exited } = startPurge(connectionString, server.options);
    let puts = 0;
    server.state.onRequest = ({ method }) => {
      if (method === "PUT" && ++puts === killedAt) child.kill("SIGKILL");
    };
    expect(await exited).toEqual([null, "SIGKILL"]);
  }
  server.state.onRequest = () => {};
  expect((await fixture.deliveries()).length).toBeGreaterThan(0);
  const both = [startPurge(connectionString, server.options), startPurge(connectionString, server.options)];
  for (const { exited } of both) expect(await exited).toEqual([0, null]);
  expect(await fixture.deliveries()).toEqual([]);
  const objects = await server.read();
  expect(objects.size).toBe(days);
  expect(server.requests.filter((request) => request.startsWith("PUT")).length).toBeGreaterThan(days);
  const archived = readObjectLines(objects).map(({ id }) => String(id));
  expect(archived.toSorted()).toEqual(planted.map(({ id }) => id));
});
