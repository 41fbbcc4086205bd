import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { makeClient } from "../../../egress/test/client/test-client.ts";
import { cancelDeliveries } from "../../src/endpoints/open-deliveries.ts";
import { makeWebhookSecret } from "../../src/signing/secrets.ts";
import { DeliveryDesk, hourMs, minuteMs, startMs } from "./delivery-desk.ts";
import { type Received, startReceiver } from "./receiver.ts";

/** Whether a delivery was signed with a secret, as the interface tells receivers to check. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["svc-signature"])) ?? [];
  return v1 === createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("an event reaches its endpoint signed, with its headers, once", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const { secret } = await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start();
    const eventId = await desk.cause();
    await dispatcher.idle();
    const { id } = await desk.delivery();
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
      deliveryId: id,
      data: { message: "It works." },
    });
    expect(received && isSignedWith(secret, received)).toBe(true);
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1, due_at: null, claim_id: null });
    expect(desk.errors).toEqual([]);
  });

  test("a failing delivery is tried seven times with the delays of the interface, and then dead-lettered", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    receiver.reply = () => ({ status: 500 });
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    const delays = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 24 * hourMs];
    for (const [at, delay] of delays.entries()) {
      const waiting = await desk.delivery();
      expect(waiting).toMatchObject({ status: "awaiting_retry", attempts: at + 1 });
      expect(waiting.due_at?.getTime()).toBe(desk.nowMs + delay);
      desk.nowMs += delay - 1;
      await dispatcher.idle();
      expect(receiver.received).toHaveLength(at + 1);
      desk.nowMs += 1;
      await dispatcher.idle();
      expect(receiver.received).toHaveLength(at + 2);
    }
    expect(await desk.delivery()).toMatchObject({ status: "dead_lettered", attempts: 7, due_at: null });
    expect(desk.nowMs - startMs).toBe(32 * hourMs + 36 * minuteMs);
    expect(receiver.received.map(({ headers }) => headers["svc-attempt"])).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    expect(new Set(receiver.received.map(({ headers }) => headers["svc-delivery-id"])).size).toBe(1);
    const attempts = await desk.database.query(
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
  ])("%s is no success", async (_name, reply, outcome) => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    receiver.reply = () => reply;
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "awaiting_retry" });
    expect(await desk.database.query("SELECT outcome FROM delivery_attempts LIMIT 10")).toEqual([{ outcome }]);
  });

  test("any 2xx with JSON is a success, and so is a bare number", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    receiver.reply = () => ({ status: 202, body: " 1 " });
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "delivered" });
  });

  test("while two secrets are valid, a refusal is tried again with the other one inside the same attempt", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const previousSecret = makeWebhookSecret();
    const ends = { previousSecret, previousSecretEndsAtMs: startMs + 24 * hourMs };
    const { secret } = await desk.addEndpoint(receiver.url, ends);
    receiver.reply = (_n, received) => ({ status: isSignedWith(previousSecret, received) ? 200 : 401 });
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    expect(receiver.received.map((received) => isSignedWith(secret, received))).toEqual([true, false]);
    expect(receiver.received.map(({ headers }) => headers["svc-attempt"])).toEqual(["1", "1"]);
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    desk.nowMs = startMs + 24 * hourMs;
    await desk.cause();
    await dispatcher.idle();
    expect(receiver.received.slice(2).map((received) => isSignedWith(secret, received))).toEqual([true]);
  });

  test("410 disables the endpoint, cancels what it was to get and tells the others", async () => {
    const desk = await DeliveryDesk.open(kind);
    const [gone, other] = [await startReceiver(), await startReceiver()];
    gone.reply = () => ({ status: 410 });
    const { id } = await desk.addEndpoint(gone.url);
    await desk.addEndpoint(other.url, { events: ["webhook.*"] });
    const dispatcher = await desk.start();
    await desk.cause("booking.confirmed", {});
    await dispatcher.idle();
    expect(await desk.endpoint(id)).toMatchObject({ status: "disabled", disabled_reason: "It answered 410 Gone." });
    expect(other.received.map(({ headers }) => headers["svc-event"])).toEqual(["webhook.disabled"]);
    await desk.cause();
    await dispatcher.idle();
    expect(gone.received).toHaveLength(1);
    const statuses = (await desk.deliveries()).map(({ status }) => status).sort();
    expect(statuses).toEqual(["cancelled", "delivered", "delivered"]);
  });

  test("a paused endpoint's deliveries are held, and a retry that comes of one under way is held too", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const { id } = await desk.addEndpoint(receiver.url);
    receiver.reply = async () => {
      await desk.database.execute("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [id]);
      return { status: 503 };
    };
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    const held = await desk.delivery();
    expect(held).toMatchObject({ status: "awaiting_retry", due_at: null });
    expect(held.held_due_at?.getTime()).toBe(startMs + minuteMs);
    await desk.cause();
    desk.nowMs += hourMs;
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
  });

  test("what a process that died had claimed goes out again when its lease has run out", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    await desk.addEndpoint(receiver.url);
    await desk.cause();
    await desk.database.execute("UPDATE deliveries SET status = 'delivering', claim_id = 'dead', lease_ends_at = $1", [
      new Date(startMs + 15_000),
    ]);
    const dispatcher = await desk.start();
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(0);
    desk.nowMs += 15_000;
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(1);
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("a heartbeat prolongs the lease of what is still under way", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    receiver.reply = async () => {
      await released;
      return { status: 200 };
    };
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start({ leaseMs: 90 });
    await desk.cause();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    desk.nowMs += 60;
    const leaseEndsAtMs = async () => {
      const [row] = await desk.database.query<{ lease_ends_at: Date | null }>(
        "SELECT lease_ends_at FROM deliveries LIMIT 1",
      );
      return row?.lease_ends_at?.getTime();
    };
    await eventually(async () => expect(await leaseEndsAtMs()).toBe(startMs + 150));
    release();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("a result that comes after the lease was lost changes nothing", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    await desk.addEndpoint(receiver.url);
    receiver.reply = async () => {
      await desk.database.execute("UPDATE deliveries SET claim_id = 'another', lease_ends_at = $1", [
        new Date(startMs + hourMs),
      ]);
      return { status: 200 };
    };
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "delivering", claim_id: "another", attempts: 0 });
    expect(await desk.database.query("SELECT id FROM delivery_attempts LIMIT 1")).toEqual([]);
  });

  test("an answer to what was cancelled meanwhile is kept as an attempt, and changes nothing else", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const { id } = await desk.addEndpoint(receiver.url);
    receiver.reply = async (n) => {
      if (n === 0)
        await desk.database.transaction((session) =>
          cancelDeliveries(session, { id, accountId: desk.accountId, environment: "test" }, startMs),
        );
      return { status: n === 0 ? 500 : 200 };
    };
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({
      status: "cancelled",
      attempts: 1,
      due_at: null,
      held_due_at: null,
      finished_at: new Date(startMs),
      claim_id: null,
    });
    expect(await desk.attempts()).toMatchObject([{ number: 1, outcome: "failed_status" }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("test data is due in its own clock", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    receiver.reply = (n) => ({ status: n === 0 ? 500 : 200 });
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start();
    await desk.cause();
    await dispatcher.idle();
    await desk.database.execute("UPDATE accounts SET test_clock_offset_ms = $1", [minuteMs]);
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(2);
    const seconds = receiver.received.map(({ headers }) => /^t=(\d+)/.exec(String(headers["svc-signature"]))?.[1]);
    expect(seconds).toEqual([String(startMs / 1000), String(startMs / 1000)]);
  });

  test("an endpoint that hangs has one place, and its share when it answers", async () => {
    const desk = await DeliveryDesk.open(kind);
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let most = 0;
    let now = 0;
    let whileHanging = 0;
    slow.reply = async () => {
      most = Math.max(most, ++now);
      await released;
      now--;
      return { status: 200 };
    };
    quick.reply = (n) => {
      if (n === 29) {
        whileHanging = most;
        release();
      }
      return { status: 200 };
    };
    await desk.addEndpoint(slow.url);
    await desk.addEndpoint(quick.url);
    // Patient, so that a slow machine gives up none of what hangs.
    const client = makeClient({ timeoutMs: 60_000 });
    const dispatcher = await desk.start({ concurrency: 16, perEndpoint: 4, client });
    for (let n = 0; n < 30; n++) await desk.cause();
    await dispatcher.idle();
    expect([slow.received.length, quick.received.length]).toEqual([30, 30]);
    expect(whileHanging).toBe(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  test("two dispatchers on one database send every delivery once between them", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receivers = [await startReceiver(), await startReceiver(), await startReceiver()];
    for (const { url } of receivers) await desk.addEndpoint(url);
    for (let n = 0; n < 40; n++) await desk.cause();
    const dispatchers = [await desk.start({ concurrency: 8 }), await desk.start({ concurrency: 8 })];
    for (const dispatcher of dispatchers) await dispatcher.idle();
    const ids = receivers.flatMap(({ received }) => received.map(({ headers }) => headers["svc-delivery-id"]));
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
    expect((await desk.deliveries()).every(({ status }) => status === "delivered")).toBe(true);
  });

  test("after a day of failure the account is warned once, after five days and twenty attempts the endpoint is disabled", async () => {
    const desk = await DeliveryDesk.open(kind);
    const [failing, other] = [await startReceiver(), await startReceiver()];
    failing.reply = () => ({ status: 500 });
    const { id } = await desk.addEndpoint(failing.url, { events: ["booking.*"] });
    await desk.addEndpoint(other.url, { events: ["webhook.*"] });
    const dispatcher = await desk.start({ delaysMs: Array<number>(40).fill(6 * hourMs) });
    await desk.cause("booking.confirmed", {});
    await dispatcher.idle();
    const told: string[][] = [];
    for (let step = 1; step <= 20; step++) {
      desk.nowMs += 6 * hourMs;
      await dispatcher.idle();
      told.push(other.received.map(({ headers }) => String(headers["svc-event"])));
    }
    expect(told[2]).toEqual([]);
    expect(told[3]).toEqual(["webhook.failing"]);
    expect(told[18]).toEqual(["webhook.failing"]);
    expect(told[19]).toEqual(["webhook.failing", "webhook.disabled"]);
    expect(await desk.endpoint(id)).toMatchObject({ status: "disabled", failures: 21 });
  });
});
