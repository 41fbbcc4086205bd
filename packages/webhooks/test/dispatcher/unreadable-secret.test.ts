import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { retryDelaysMs } from "../../src/dispatcher/schedule.ts";
import { reversingBox } from "../signing/reversing-box.ts";
import { DeliveryDesk, hourMs } from "./delivery-desk.ts";
import { startReceiver } from "./receiver.ts";

/** A box without the server secret of some values. */
function boxWithout(isMissing: (text: string) => boolean) {
  return {
    seal: reversingBox.seal,
    open(sealed: Uint8Array) {
      const text = reversingBox.open(sealed);
      if (isMissing(text)) throw new Error("the server secret is missing");
      return text;
    },
  };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a delivery whose secret cannot be read fails with an outcome of its own, by the schedule, to the dead letters", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const { id } = await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start({ box: boxWithout(() => true) });
    await desk.cause();
    await dispatcher.idle();
    const dueAt = new Date(desk.nowMs + (retryDelaysMs[0] ?? 0));
    expect(await desk.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1, due_at: dueAt });
    for (const delayMs of retryDelaysMs) {
      desk.nowMs += delayMs;
      dispatcher.wake();
      await dispatcher.idle();
    }
    expect(await desk.delivery()).toMatchObject({ status: "dead_lettered", attempts: 7 });
    const attempts = await desk.attempts();
    expect(attempts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => "failed_secret_unreadable"));
    expect(await desk.endpoint(id)).toMatchObject({ status: "active", failures: 7 });
    expect(receiver.received).toEqual([]);
    expect(desk.errors).toEqual([]);
  });

  test("while two secrets are valid, the one that can be read signs", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    const previous = { previousSecret: "whsec_previous", previousSecretEndsAtMs: desk.nowMs + hourMs };
    await desk.addEndpoint(receiver.url, previous);
    const dispatcher = await desk.start({ box: boxWithout((text) => text !== "whsec_previous") });
    await desk.cause();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    desk.nowMs += hourMs;
    await desk.cause();
    await dispatcher.idle();
    const statuses = (await desk.deliveries()).map(({ status }) => status);
    expect(statuses).toEqual(["delivered", "awaiting_retry"]);
    expect(receiver.received).toHaveLength(1);
  });
});
