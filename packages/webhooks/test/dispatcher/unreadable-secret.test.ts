import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { retryDelaysMs } from "../../src/dispatcher/retry-schedule.ts";
import { reversingBox } from "../signing/reversing-box.ts";
import { DispatcherFixture, hourMs } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

/** A secret box that cannot decrypt some values. */
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
  test("retries a delivery whose signing secret cannot be decrypted on schedule, then dead-letters it", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const { id } = await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start({ box: boxWithout(() => true) });
    await fixture.recordEvent();
    await dispatcher.idle();
    const dueAt = new Date(fixture.nowMs + (retryDelaysMs[0] ?? 0));
    expect(await fixture.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1, due_at: dueAt });
    for (const delayMs of retryDelaysMs) {
      fixture.nowMs += delayMs;
      dispatcher.wake();
      await dispatcher.idle();
    }
    expect(await fixture.delivery()).toMatchObject({ status: "dead_lettered", attempts: 7 });
    const attempts = await fixture.attempts();
    expect(attempts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => "failed_secret_unreadable"));
    expect(await fixture.endpoint(id)).toMatchObject({ status: "active", failures: 7 });
    expect(receiver.received).toEqual([]);
    expect(fixture.errors).toEqual([]);
  });

  test("signs with the secret that can be decrypted while two are valid", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    const previous = { previousSecret: "whsec_previous", previousSecretEndsAtMs: fixture.nowMs + hourMs };
    await fixture.addEndpoint(receiver.url, previous);
    const dispatcher = await fixture.start({ box: boxWithout((text) => text !== "whsec_previous") });
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    fixture.nowMs += hourMs;
    await fixture.recordEvent();
    await dispatcher.idle();
    const statuses = (await fixture.deliveries()).map(({ status }) => status);
    expect(statuses).toEqual(["delivered", "awaiting_retry"]);
    expect(receiver.received).toHaveLength(1);
  });
});
