import { createServer } from "node:http";
import type { Database } from "@wayfare/database";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { closeServer, listenOnLoopback } from "../../../../tests/loopback.ts";
import { makeRequestLogMetrics } from "../../src/requests/log-metrics.ts";
import { LogRepairs } from "../../src/requests/log-repairs.ts";
import { openClickHouseLog } from "../../src/requests/open-log.ts";
import { requestRetentionMs } from "../../src/requests/partitions.ts";
import { runApp } from "../running-app.ts";

/** Starts a server that answers every statement with an error, as a ClickHouse that is out of memory does. */
async function startFailingServer(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(500, { "x-clickhouse-exception-code": "241" }).end("Code: 241. DB::Exception: memory limit");
    });
  });
  const url = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return url;
}

async function startWith(database: Database, postgresRetentionMs: number) {
  const lines: string[] = [];
  const log = { warn: (_details: object, message: string) => void lines.push(message), info: () => {} };
  const metrics = makeRequestLogMetrics(new Registry());
  const url = (await startFailingServer()).replace("http://", "http://wayfare:secret@");
  const access = openClickHouseLog({ database, log, metrics }, { url, postgresRetentionMs });
  const app = await runApp({ database, requestLog: access });
  onTestFinished(async () => {
    await app.close();
    await access.close();
  });
  return { app, lines };
}

test("answers from the database while ClickHouse fails, if the database keeps every request", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const { app, lines } = await startWith(database, requestRetentionMs);
  expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 200 });
  const listed = await app.call("/v1/requests");
  expect(listed.status).toBe(200);
  expect(JSON.parse(listed.text).data).toHaveLength(1);
  expect(lines).toContain("request log query failed");
  expect(lines).toContain("request log write failed, will retry");
});

test("returns 503 for the log only while ClickHouse fails, if the database keeps fewer days", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const { app } = await startWith(database, requestRetentionMs / 10);
  expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 200 });
  const listed = await app.call("/v1/requests");
  expect(listed).toMatchObject({ status: 503, body: { code: "STORAGE_UNAVAILABLE" } });
  expect(listed.text).not.toContain("secret");
});

test("compares all hours at the start and once a day, otherwise the last three, and retries a failed start", async () => {
  const hourMs = 3_600_000;
  let nowMs = 1000 * hourMs + 90_000;
  const ranges: [number, number][] = [];
  let fails = true;
  const access = {
    async repair({ fromMs, toMs }: { fromMs: number; toMs: number }) {
      if (fails) throw new Error("down");
      ranges.push([fromMs / hourMs, (toMs - nowMs) / 1000]);
      return 2;
    },
  };
  const repairs = new LogRepairs(access, { nowMs: () => nowMs }, 72 * hourMs);
  await expect(repairs.run()).rejects.toThrow("down");
  fails = false;
  expect(await repairs.run()).toBe(2);
  nowMs += hourMs;
  await repairs.run();
  nowMs += 23 * hourMs;
  await repairs.run();
  expect(ranges).toEqual([
    [928, -60],
    [998, -60],
    [952, -60],
  ]);
});
