import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { makeClient } from "../../../egress/test/client/test-client.ts";
import type { EndpointAlert } from "../../src/dispatcher/health.ts";
import { cancelDeliveries } from "../../src/endpoints/open-deliveries.ts";
import { makeWebhookSecret } from "../../src/signing/secrets.ts";
import { DispatcherFixture, hourMs, minuteMs, startMs } from "./dispatcher-fixture.ts";
import { type Received, startReceiver } from "./receiver.ts";

/** True if a delivery was signed with the secret, as documented for receivers. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["svc-signature"])) ?? [];
  return v1 === createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("delivers an event once, signed and with its headers", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const { secret } = await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    const eventId = await fixture.recordEvent();
    await dispatcher.idle();
    const { id } = await fixture.delivery();
    expect(id).toMatch(/^dlv_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    expect(received?.headers).toMatchObject({
      "content-type": "application/json",
      "svc-event": "webhook.test",
      "svc-delivery-id": id,
      "svc-attempt": "1",
    });
    expect(JSON.parse(received?.body ?? "")).toEqual({
      id: eventId,
      type: "webhook.test",
      createdAt: new Date(startMs).toISOString(),
      environment: "test",
      apiVersion: "v1",
      subject: null,
      deliveryId: id,
      data: { message: "It works." },
    });
    expect(received && isSignedWith(secret, received)).toBe(true);
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1, due_at: null, claim_id: null });
    expect(fixture.errors).toEqual([]);
  });

  test("attempts a failing delivery seven times with the documented delays, then dead-letters it", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    receiver.reply = () => ({ status: 500 });
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    const delays = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 24 * hourMs];
    for (const [retries, delay] of delays.entries()) {
      const waiting = await fixture.delivery();
      expect(waiting).toMatchObject({ status: "awaiting_retry", attempts: retries + 1 });
      expect(waiting.due_at?.getTime()).toBe(fixture.nowMs + delay);
      fixture.nowMs += delay - 1;
      await dispatcher.idle();
      expect(receiver.received).toHaveLength(retries + 1);
      fixture.nowMs += 1;
      await dispatcher.idle();
      expect(receiver.received).toHaveLength(retries + 2);
    }
    expect(await fixture.delivery()).toMatchObject({ status: "dead_lettered", attempts: 7, due_at: null });
    expect(fixture.nowMs - startMs).toBe(32 * hourMs + 36 * minuteMs);
    expect(receiver.received.map(({ headers }) => headers["svc-attempt"])).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    expect(new Set(receiver.received.map(({ headers }) => headers["svc-delivery-id"])).size).toBe(1);
    const attempts = await fixture.database.query(
      "SELECT number, outcome, response_status FROM delivery_attempts ORDER BY number LIMIT 10",
    );
    expect(attempts).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, outcome: "failed_status", response_status: 500 })),
    );
  });

  test.each([
    ["an empty body", { status: 200, body: "" }, "failed_not_json"],
    ["HTML", { status: 200, body: "<p>ok</p>" }, "failed_not_json"],
    ["a redirect", { status: 302 }, "failed_redirect"],
    ["a client error", { status: 404 }, "failed_status"],
    ["65 KiB of JSON", { status: 200, body: JSON.stringify("x".repeat(66_000)) }, "failed_response_too_large"],
  ])("treats %s as a failure", async (_name, reply, outcome) => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    receiver.reply = () => reply;
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "awaiting_retry" });
    expect(await fixture.database.query("SELECT outcome FROM delivery_attempts LIMIT 10")).toEqual([{ outcome }]);
  });

  test("treats any 2xx with JSON as a success, even a bare number", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    receiver.reply = () => ({ status: 202, body: " 1 " });
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "delivered" });
  });

  test("retries a 401 with the other secret within the same attempt while two secrets are valid", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const previousSecret = makeWebhookSecret();
    const ends = { previousSecret, previousSecretEndsAtMs: startMs + 24 * hourMs };
    const { secret } = await fixture.addEndpoint(receiver.url, ends);
    receiver.reply = (_n, received) => ({ status: isSignedWith(previousSecret, received) ? 200 : 401 });
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(receiver.received.map((received) => isSignedWith(secret, received))).toEqual([true, false]);
    expect(receiver.received.map(({ headers }) => headers["svc-attempt"])).toEqual(["1", "1"]);
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    fixture.nowMs = startMs + 24 * hourMs;
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(receiver.received.slice(2).map((received) => isSignedWith(secret, received))).toEqual([true]);
  });

  test("disables the endpoint on 410, cancels its deliveries and notifies the other endpoints", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const [gone, other] = [await startReceiver(), await startReceiver()];
    gone.reply = () => ({ status: 410 });
    const { id } = await fixture.addEndpoint(gone.url);
    await fixture.addEndpoint(other.url, { events: ["webhook.*"] });
    const dispatcher = await fixture.start();
    await fixture.recordEvent("booking.confirmed", {});
    await dispatcher.idle();
    expect(await fixture.endpoint(id)).toMatchObject({
      status: "disabled",
      disabled_reason: "Endpoint returned 410 Gone.",
    });
    expect(other.received.map(({ headers }) => headers["svc-event"])).toEqual(["webhook.disabled"]);
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(gone.received).toHaveLength(1);
    const statuses = (await fixture.deliveries()).map(({ status }) => status).sort();
    expect(statuses).toEqual(["cancelled", "delivered", "delivered"]);
  });

  test("holds the deliveries of a paused endpoint, including the retry of one in flight", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const { id } = await fixture.addEndpoint(receiver.url);
    receiver.reply = async () => {
      await fixture.database.execute("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [id]);
      return { status: 503 };
    };
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    const held = await fixture.delivery();
    expect(held).toMatchObject({ status: "awaiting_retry", due_at: null });
    expect(held.held_due_at?.getTime()).toBe(startMs + minuteMs);
    await fixture.recordEvent();
    fixture.nowMs += hourMs;
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
  });

  test("sends deliveries of a dead process when their lease has expired", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    await fixture.addEndpoint(receiver.url);
    await fixture.recordEvent();
    await fixture.database.execute(
      "UPDATE deliveries SET status = 'delivering', claim_id = 'dead', lease_ends_at = $1",
      [new Date(startMs + 15_000)],
    );
    const dispatcher = await fixture.start();
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(0);
    fixture.nowMs += 15_000;
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("extends the lease of a delivery in flight with a heartbeat", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    receiver.reply = async () => {
      await released;
      return { status: 200 };
    };
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start({ leaseMs: 90 });
    await fixture.recordEvent();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    fixture.nowMs += 60;
    const leaseEndsAtMs = async () => {
      const [row] = await fixture.database.query<{ lease_ends_at: Date | null }>(
        "SELECT lease_ends_at FROM deliveries LIMIT 1",
      );
      return row?.lease_ends_at?.getTime();
    };
    await eventually(async () => expect(await leaseEndsAtMs()).toBe(startMs + 150));
    release();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("ignores a result that arrives after the lease was lost", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    await fixture.addEndpoint(receiver.url);
    receiver.reply = async () => {
      await fixture.database.execute("UPDATE deliveries SET claim_id = 'another', lease_ends_at = $1", [
        new Date(startMs + hourMs),
      ]);
      return { status: 200 };
    };
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "delivering", claim_id: "another", attempts: 0 });
    expect(await fixture.database.query("SELECT id FROM delivery_attempts LIMIT 1")).toEqual([]);
  });

  test("records the attempt of a delivery that was cancelled in flight, without changing its status", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const { id } = await fixture.addEndpoint(receiver.url);
    receiver.reply = async (n) => {
      if (n === 0)
        await fixture.database.transaction((tx) =>
          cancelDeliveries(tx, { id, accountId: fixture.accountId, environment: "test" }, startMs),
        );
      return { status: n === 0 ? 500 : 200 };
    };
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({
      status: "cancelled",
      attempts: 1,
      due_at: null,
      held_due_at: null,
      finished_at: new Date(startMs),
      claim_id: null,
    });
    expect(await fixture.attempts()).toMatchObject([{ number: 1, outcome: "failed_status" }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("sends test deliveries when they are due on the test clock", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    receiver.reply = (n) => ({ status: n === 0 ? 500 : 200 });
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    await fixture.database.execute("UPDATE accounts SET test_clock_offset_ms = $1", [minuteMs]);
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(2);
    const seconds = receiver.received.map(({ headers }) => /^t=(\d+)/.exec(String(headers["svc-signature"]))?.[1]);
    expect(seconds).toEqual([String(startMs / 1000), String(startMs / 1000)]);
  });

  test("limits a hanging endpoint to one delivery in flight until it responds", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let maxOpen = 0;
    let open = 0;
    let whileHanging = 0;
    slow.reply = async () => {
      maxOpen = Math.max(maxOpen, ++open);
      await released;
      open--;
      return { status: 200 };
    };
    quick.reply = (n) => {
      if (n === 29) {
        whileHanging = maxOpen;
        release();
      }
      return { status: 200 };
    };
    await fixture.addEndpoint(slow.url);
    await fixture.addEndpoint(quick.url);
    // A long timeout, so that no hanging request times out on a slow machine.
    const client = makeClient({ timeoutMs: 60_000 });
    const dispatcher = await fixture.start({ concurrency: 16, perEndpoint: 4, client });
    for (let n = 0; n < 30; n++) await fixture.recordEvent();
    await dispatcher.idle();
    expect([slow.received.length, quick.received.length]).toEqual([30, 30]);
    expect(whileHanging).toBe(1);
    expect(maxOpen).toBeLessThanOrEqual(4);
  });

  test("sends every delivery once with two dispatchers on one database", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receivers = [await startReceiver(), await startReceiver(), await startReceiver()];
    for (const { url } of receivers) await fixture.addEndpoint(url);
    for (let n = 0; n < 40; n++) await fixture.recordEvent();
    const dispatchers = [await fixture.start({ concurrency: 8 }), await fixture.start({ concurrency: 8 })];
    for (const dispatcher of dispatchers) await dispatcher.idle();
    const ids = receivers.flatMap(({ received }) => received.map(({ headers }) => headers["svc-delivery-id"]));
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
    expect((await fixture.deliveries()).every(({ status }) => status === "delivered")).toBe(true);
  });

  test("sends webhook.failing once after a day of failures and disables the endpoint after five days and twenty attempts", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const [failing, other] = [await startReceiver(), await startReceiver()];
    failing.reply = () => ({ status: 500 });
    const { id } = await fixture.addEndpoint(failing.url, { events: ["booking.*"] });
    await fixture.addEndpoint(other.url, { events: ["webhook.*"] });
    const alerts: EndpointAlert[] = [];
    const onAlert = (_db: unknown, alert: EndpointAlert) => Promise.resolve(void alerts.push(alert));
    const dispatcher = await fixture.start({ delaysMs: Array<number>(40).fill(6 * hourMs), onAlert });
    await fixture.recordEvent("booking.confirmed", {});
    await dispatcher.idle();
    const eventsByStep: string[][] = [];
    for (let step = 1; step <= 20; step++) {
      fixture.nowMs += 6 * hourMs;
      await dispatcher.idle();
      eventsByStep.push(other.received.map(({ headers }) => String(headers["svc-event"])));
    }
    expect(eventsByStep[2]).toEqual([]);
    expect(eventsByStep[3]).toEqual(["webhook.failing"]);
    expect(eventsByStep[18]).toEqual(["webhook.failing"]);
    expect(eventsByStep[19]).toEqual(["webhook.failing", "webhook.disabled"]);
    expect(await fixture.endpoint(id)).toMatchObject({ status: "disabled", failures: 21 });
    expect(alerts).toMatchObject([
      { kind: "failing", webhookId: id, reason: null },
      { kind: "disabled", webhookId: id, reason: "All deliveries failed for 5 days.", failures: 21 },
    ]);
  });
});
