import { readFile } from "node:fs/promises";
import { newId } from "@wayfare/contract";
import type { DatabaseMaintenance } from "@wayfare/database";
import { type DeliveryAttempt, recordEvent } from "@wayfare/webhooks";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { observeDatabase, startDatabaseMaintenance } from "../../src/app/database-maintenance.ts";
import { metricCatalog } from "../../src/observability/metric-catalog.ts";
import { makeMetrics } from "../../src/observability/metrics.ts";
import { makeWebhookMetrics } from "../../src/webhooks/metrics.ts";
import { startWebhooks } from "../../src/webhooks/start.ts";
import { metricsToken, type RunningApp, runApp, startMs, testSecrets } from "../running-app.ts";
import { openReceiver, postWebhook, readWebhook } from "../webhook-receiver.ts";

const rulesFile = new URL("../../../../deploy/prometheus/wayfare.rules.yml", import.meta.url);

const delivered = 'wayfare_webhook_attempts_total{outcome="delivered"}';

/** A process that serves requests and sends webhooks, after one delivery. */
async function startWithDelivery(): Promise<RunningApp> {
  const { database, drop } = await createTestDatabase("pglite");
  const metrics = makeMetrics();
  const app = await runApp({ database, metrics });
  const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
  const webhooks = { rules, metrics: makeWebhookMetrics(metrics.registry) };
  const stop = await startWebhooks({ database, secrets: testSecrets, clock: app.clock, log: app.app.log, ...webhooks });
  observeDatabase(app.app.log, metrics.registry);
  const maintenance = database.maintenance as DatabaseMaintenance;
  const stopMaintenance = startDatabaseMaintenance(maintenance, { log: app.app.log, registry: metrics.registry });
  onTestFinished(async () => {
    await stop();
    await stopMaintenance();
    await app.close();
    await drop();
  });
  const receiver = await openReceiver();
  receiver.answer(({ token }) => ({ status: 200, body: token ?? "{}" }));
  const { id } = await postWebhook(app, { url: receiver.url });
  await eventually(async () => expect(await readWebhook(app, id)).toMatchObject({ status: "active" }));
  const event = {
    accountId: app.accountId,
    environment: "test",
    applicationId: null,
    type: "key.revoked",
    data: {},
  } as const;
  await database.transaction((tx) => recordEvent(tx, { ...event, nowMs: app.clock.nowMs() }));
  await eventually(async () => expect((await scrape(app)).get(delivered)).toBe(1));
  return app;
}

/** Parses /metrics into a map from series to value. */
async function scrape(app: RunningApp): Promise<Map<string, number>> {
  const { text } = await app.call("/metrics", { key: metricsToken });
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("metrics have the delay, outcome and phase durations of a delivery", async () => {
  const app = await startWithDelivery();
  await eventually(async () => expect((await scrape(app)).get("wayfare_webhook_in_flight")).toBe(0));
  const series = await scrape(app);
  expect(series.get("wayfare_webhook_due_lag_seconds")).toBe(0);
  expect(series.get("wayfare_webhook_claim_deliveries_sum")).toBe(1);
  expect(series.get("wayfare_webhook_first_attempt_delay_seconds_count")).toBe(1);
  expect(series.get("wayfare_webhook_dead_letters_total")).toBe(0);
  for (const phase of ["claim", "dns", "response", "record"]) {
    expect(series.get(`wayfare_webhook_phase_duration_seconds_count{phase="${phase}"}`), phase).toBeGreaterThan(0);
  }
});

test("every metric and label of the alert rules exists", async () => {
  const app = await startWithDelivery();
  const text = await readFile(rulesFile, "utf8");
  const rules = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .join("\n");
  const named = [...rules.matchAll(/\b(wayfare_\w+)(?:\{(\w+)!?=)?/g)];
  expect(named.length).toBeGreaterThan(10);
  const { text: shown } = await app.call("/metrics", { key: metricsToken });
  for (const [, metric = "", label] of named) {
    const name = metric.replace(/_(bucket|count|sum)$/, "");
    // Metrics of jobs, which this app does not run; tests/deploy/metrics.full.test.ts compares the catalog with a service.
    if (
      /^wayfare_(supplier_(budget|calls)|mail|webhook_archive|order_reports)/.test(name) &&
      metricCatalog.some((each) => each.name === name)
    )
      continue;
    const type = new RegExp(`^# TYPE (${metric}|${name}) (\\w+)$`, "m").exec(shown)?.[2];
    expect(type, metric).toBeDefined();
    if (metric !== name) expect(type, metric).toBe("histogram");
    if (label !== undefined)
      expect(shown, `${metric} by ${label}`).toMatch(new RegExp(`^${metric}\\{.*\\b${label}="`, "m"));
  }
});

test("every alert rule has an expression, a severity and a summary", async () => {
  const text = await readFile(rulesFile, "utf8");
  const alerts = text.split(/^ {6}- alert: /m).slice(1);
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) {
    for (const member of [/^ {8}expr: \S/m, /^ {10}severity: (page|ticket)$/m, /^ {10}summary: \S/m]) {
      expect(alert).toMatch(member);
    }
  }
  expect(new Set(alerts.map((alert) => alert.split("\n", 1)[0])).size).toBe(alerts.length);
});

test("a delivery is dead-lettered when its seventh attempt fails, not earlier", async () => {
  const registry = new Registry();
  const metrics = makeWebhookMetrics(registry);
  const attempt = (scheduleAttempts: number, outcome: DeliveryAttempt["result"]["outcome"]) =>
    ({
      claimed: { id: newId("dlv", startMs), attempts: scheduleAttempts, scheduleAttempts },
      result: { outcome, reason: "" },
      timings: {},
      startedAtMs: startMs,
    }) as unknown as DeliveryAttempt;
  metrics.onRecord([attempt(5, "failed_status"), attempt(6, "delivered"), attempt(6, "gone")], 1);
  expect(await registry.getSingleMetricAsString("wayfare_webhook_dead_letters_total")).toContain("total 0");
  metrics.onRecord([attempt(6, "failed_dns")], 1);
  expect(await registry.getSingleMetricAsString("wayfare_webhook_dead_letters_total")).toContain("total 1");
  const short = new Registry();
  makeWebhookMetrics(short, [60_000]).onRecord([attempt(0, "failed_dns"), attempt(1, "failed_dns")], 1);
  expect(await short.getSingleMetricAsString("wayfare_webhook_dead_letters_total")).toContain("total 1");
});
