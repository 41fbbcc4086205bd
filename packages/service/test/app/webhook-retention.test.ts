import { createServer } from "node:http";
import { newId } from "@wayfare/contract";
import { createAttemptArchive, openS3ObjectStore } from "@wayfare/webhooks";
import { pino } from "pino";
import { Registry } from "prom-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { closeServer, listenOnLoopback } from "../../../../tests/loopback.ts";
import { makeWebhookRetention } from "../../src/app/webhook-retention.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { makeClock } from "../limits/limit-nodes.ts";
import { startMs } from "../running-app.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const { signal } = new AbortController();
const denied = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";

/** A bucket of S3 on loopback. */
async function startBucket() {
  const bucket = { status: 200, onUpload: () => {} };
  const uploads: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      uploads.push(request.url ?? "");
      bucket.onUpload();
      response.writeHead(bucket.status).end(bucket.status === 403 ? denied : undefined);
    });
  });
  const endpoint = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  const store = openS3ObjectStore({ bucket: "archive", prefix: "", region: null, endpoint, credentials });
  return { bucket, uploads, archive: createAttemptArchive(store) };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** Starts with a delivery that finished now, a retention of one day, and the archive. */
  async function start() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const { bucket, uploads, archive } = await startBucket();
    const accountId = await createAccount(database, "Test", startMs);
    const [endpointId, eventId, id] = [newId("whk", startMs), newId("evt", startMs), newId("dlv", startMs)];
    const createdAt = new Date(startMs);
    await database.execute(
      `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
       VALUES ($1, $2, 'live', 'http://127.0.0.1:9/', '', '{*}', 'active', '', $3)`,
      [endpointId, accountId, createdAt],
    );
    await database.execute(
      `INSERT INTO deliveries
         (id, account_id, environment, endpoint_id, event_id, event_type, status, attempts, created_at, finished_at)
       VALUES ($1, $2, 'live', $3, $4, 'webhook.test', 'delivered', 1, $5, $5)`,
      [id, accountId, endpointId, eventId, createdAt],
    );
    await database.execute(
      `INSERT INTO delivery_attempts
         (id, delivery_id, number, started_at, outcome, reason, timings, request_headers, response_headers, response_body)
       VALUES ($1, $2, 1, $3, 'delivered', '', '{}', '{}', '{}', '')`,
      [newId("att", startMs), id, createdAt],
    );
    const clock = makeClock();
    const logged: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => logged.push(line) });
    const registry = new Registry();
    const deps = { database, clock, log, webhooksRetentionMs: dayMs, metrics: { registry } };
    const jobs = makeWebhookRetention({ ...deps, attemptArchive: archive });
    const read = async () => {
      await jobs.observeArchive();
      return readMetrics(registry);
    };
    const deliveries = () => database.query("SELECT id FROM deliveries ORDER BY id LIMIT 10");
    return { bucket, uploads, deps, jobs, read, clock, logged, deliveries };
  }

  test("counts runs that an upload has failed, and the time since the attempts were due", async () => {
    const { bucket, uploads, jobs, read, clock, logged, deliveries } = await start();
    // The retention has ended for the whole UTC day of the delivery.
    const dueMs = startMs - (startMs % dayMs) + 2 * dayMs;
    clock.advance(dueMs - startMs - 1);
    await jobs.rotate(signal);
    expect(await read()).toEqual({ failures: 0, overdueSeconds: 0 });
    clock.advance(1 + 5 * hourMs);
    bucket.status = 403;
    for (const failures of [1, 2]) {
      await jobs.rotate(signal);
      expect(await read()).toEqual({ failures, overdueSeconds: 5 * 3600 });
    }
    clock.advance(2 * hourMs);
    expect(await read()).toEqual({ failures: 2, overdueSeconds: 7 * 3600 });
    expect(await deliveries()).toHaveLength(1);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: "event partition rotation failed", err: { message: "PutObject failed: AccessDenied (HTTP 403)" } },
      { msg: "event partition rotation failed" },
    ]);
    bucket.status = 200;
    await jobs.rotate(signal);
    expect(await read()).toEqual({ failures: 2, overdueSeconds: 0 });
    expect(await deliveries()).toEqual([]);
    expect(uploads).toHaveLength(3);
  });

  test("does not count an upload that the end of the process has interrupted", async () => {
    const { bucket, jobs, read, clock, logged, deliveries } = await start();
    clock.advance(3 * dayMs);
    const stopping = new AbortController();
    bucket.onUpload = () => stopping.abort();
    bucket.status = 403;
    await jobs.rotate(stopping.signal);
    expect(await read()).toMatchObject({ failures: 0 });
    expect(await deliveries()).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  test("has metrics of 0 without an archive", async () => {
    const { deps, clock, deliveries } = await start();
    const registry = new Registry();
    const jobs = makeWebhookRetention({ ...deps, metrics: { registry } });
    clock.advance(3 * dayMs);
    await jobs.observeArchive();
    expect(await readMetrics(registry)).toEqual({ failures: 0, overdueSeconds: 0 });
    await jobs.rotate(signal);
    expect(await deliveries()).toEqual([]);
  });
});

/** Returns the values of the metrics of the archive. */
async function readMetrics(registry: Registry) {
  const text = await registry.metrics();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    failures: valueOf("wayfare_webhook_archive_failures_total"),
    overdueSeconds: valueOf("wayfare_webhook_archive_overdue_seconds"),
  };
}
