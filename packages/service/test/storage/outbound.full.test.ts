import { type PaymentProvider } from "@wayfare/billing";
import { recordEvent } from "@wayfare/webhooks";
import { pino } from "pino";
import { Registry } from "prom-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { chargeInvoices, closePeriods } from "../../src/app/jobs.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { endPause } from "../../src/operator/commands/deployment.ts";
import { startUnlessPaused } from "../../src/storage/outbound.ts";
import { insertPause } from "../../src/storage/pause-store.ts";
import { makeWebhookMetrics } from "../../src/webhooks/metrics.ts";
import { startWebhooks } from "../../src/webhooks/start.ts";
import { startApp } from "../access-app.ts";
import { startBilling } from "../billing/billing-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { metricsToken, startMs, testSecrets } from "../running-app.ts";
import { openReceiver, postWebhook, readWebhook } from "../webhook-receiver.ts";

const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
const pause = { reason: "restored from a backup", nowMs: startMs };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("sends no challenge and no delivery while paused, and resumes afterwards", async () => {
    const { app, database } = await startApp(kind);
    await insertPause(database, pause);
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const webhooks = { database, secrets: testSecrets, clock: app.clock, log, rules };
    let starts = 0;
    const stop = await startUnlessPaused({ database, log }, () => {
      starts++;
      return startWebhooks({ ...webhooks, metrics: makeWebhookMetrics(new Registry()) });
    });
    onTestFinished(stop);
    expect(lines.join("")).toMatch(/paused since 2026-11-21T07:33:00.000Z \(restored from a backup\).*wayfare resume/);
    const receiver = await openReceiver();
    const { id } = await postWebhook(app, { url: receiver.url });
    const event = {
      accountId: app.accountId,
      environment: "test",
      applicationId: null,
      type: "key.revoked",
      data: {},
    } as const;
    await database.transaction((tx) => recordEvent(tx, { ...event, nowMs: app.clock.nowMs() }));
    // A notification without a resumption triggers a check only.
    await database.query("SELECT pg_notify('wayfare_resumed', '')");
    expect(JSON.parse((await app.call("/readyz", { key: metricsToken })).text)).toMatchObject({
      ready: true,
      outboundPaused: true,
    });
    expect(starts).toBe(0);
    expect(await readWebhook(app, id)).toMatchObject({ status: "pending_verification" });
    expect(await endPause(database, startMs)).toMatchObject({ ended: { reason: pause.reason } });
    await eventually(async () => expect(await readWebhook(app, id)).toMatchObject({ status: "active" }));
    expect(starts).toBe(1);
    expect(JSON.parse((await app.call("/readyz", { key: metricsToken })).text)).toMatchObject({
      outboundPaused: false,
    });
  });

  test("closes no billing period and collects no payment while paused, and catches up afterwards", async () => {
    const charged: string[] = [];
    const provider: PaymentProvider = {
      ...defaultBilling.provider,
      name: "stripe",
      async charge({ invoiceNumber }) {
        charged.push(invoiceNumber);
        return { status: "succeeded", reference: `pi_${charged.length}` };
      },
    };
    const { app, database, call } = await startBilling(kind, { provider });
    await call("POST", "/v1/billing/subscription/change", { plan: "pro" });
    await database.execute("UPDATE billing_accounts SET provider_customer = 'cus_1', provider_method = 'pm_1'");
    app.clock.advance(40 * 86_400_000);
    const job = { database, clock: app.clock, log: app.app.log, billing: { ...defaultBilling, provider } };
    const runJobs = async () => {
      await closePeriods(job);
      await chargeInvoices(job, new AbortController().signal);
    };
    await insertPause(database, pause);
    await runJobs();
    expect(await database.query("SELECT number FROM invoices ORDER BY number")).toEqual([{ number: "WF-000001" }]);
    expect(charged).toEqual([]);
    await endPause(database, startMs);
    await runJobs();
    expect(await database.query("SELECT number FROM invoices ORDER BY number")).toHaveLength(2);
    expect(charged.length).toBeGreaterThan(0);
  });

  test("returns 503 to a live booking while paused, and books test data", async () => {
    const { app, database } = await startApp(kind);
    const live = await app.makeKey({ environment: "live" });
    const offers = { live: await findOffer(app, {}, "cash", live), test: await findOffer(app) };
    await insertPause(database, pause);
    expect(await book(app, offers.live, { key: live })).toMatchObject({ status: 503, code: "SUPPLY_UNAVAILABLE" });
    expect(await book(app, offers.test)).toMatchObject({ status: 201 });
    await endPause(database, startMs);
    expect(await book(app, offers.live, { key: live })).toMatchObject({ status: 201 });
  });
});
