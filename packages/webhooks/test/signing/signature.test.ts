import { Webhook as StandardWebhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { makeWebhookSecret, standardWebhooksKey } from "../../src/signing/secrets.ts";
import { signStandardWebhook } from "../../src/signing/signature.ts";
import { DispatcherFixture, hourMs } from "../dispatcher/dispatcher-fixture.ts";
import { type Received, startReceiver } from "../dispatcher/receiver.ts";

const stripe = new Stripe("sk_test_unused");

/** Verifiers of other projects. Each throws if it rejects the delivery, and checks the timestamp against the clock of this machine. */
const verifiers: Record<string, (secret: string, received: Received) => unknown> = {
  standardwebhooks: (secret, { body, headers }) =>
    new StandardWebhook(secret).verify(body, Object.fromEntries(headerEntries(headers))),
  svix: (secret, { body, headers }) => new SvixWebhook(secret).verify(body, Object.fromEntries(headerEntries(headers))),
  stripe: (secret, { body, headers }) => stripe.webhooks.constructEvent(body, String(headers["svc-signature"]), secret),
};

function headerEntries(headers: Received["headers"]): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}

const isVerifiedBy = (name: string, secret: string, received: Received): boolean => {
  try {
    verifiers[name]?.(secret, received);
    return true;
  } catch {
    return false;
  }
};

const names = Object.keys(verifiers);
const mapNames = <T>(valueOf: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]));

describe("the verifiers of other projects", () => {
  test.each(["the only secret", "the new secret of a rotation", "the old secret of a rotation"])(
    "accept a delivery with %s",
    async (used) => {
      const fixture = await DispatcherFixture.open("pglite");
      fixture.nowMs = Date.now();
      const previousSecret = makeWebhookSecret();
      const rotation = { previousSecret, previousSecretEndsAtMs: fixture.nowMs + hourMs };
      const requests: Record<string, number> = {};
      for (const name of names) {
        const receiver = await startReceiver();
        const { secret } = await fixture.addEndpoint(receiver.url, used === "the only secret" ? {} : rotation);
        const known = used.startsWith("the old") ? previousSecret : secret;
        receiver.reply = (n, received) => {
          requests[name] = n + 1;
          return { status: isVerifiedBy(name, known, received) ? 200 : 401 };
        };
      }
      const dispatcher = await fixture.start();
      await fixture.recordEvent("booking.confirmed", { name: "Zoë 東京 \u{1f6eb}" });
      await dispatcher.idle();
      const deliveries = await fixture.deliveries();
      expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual(names.map(() => ["delivered", 1]));
      // `SVC-Signature` has one value, so a receiver with the old secret needs the second request of the attempt.
      const isSecondNeeded = (name: string) => name === "stripe" && used.startsWith("the old");
      expect(requests).toEqual(mapNames((name) => (isSecondNeeded(name) ? 2 : 1)));
    },
  );

  test("reject a delivery with an unknown secret, a changed body or an old timestamp", async () => {
    const fixture = await DispatcherFixture.open("pglite");
    const receiver = await startReceiver();
    fixture.nowMs = Date.now() - hourMs;
    const { secret } = await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    await fixture.recordEvent();
    await dispatcher.idle();
    fixture.nowMs = Date.now();
    await fixture.recordEvent();
    await dispatcher.idle();
    const [old, recent] = receiver.received;
    if (old === undefined || recent === undefined) throw new Error("missing deliveries");
    const verify = (key: string, received: Received) => mapNames((name) => isVerifiedBy(name, key, received));
    expect(verify(secret, recent)).toEqual(mapNames(() => true));
    const rejected = mapNames(() => false);
    expect(verify(makeWebhookSecret(), recent)).toEqual(rejected);
    expect(verify(secret, { ...recent, body: `${recent.body} ` })).toEqual(rejected);
    expect(verify(secret, old)).toEqual(rejected);
  });
});

test("signs the example of the Standard Webhooks specification", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const body = '{"test": 2432232314}';
  const headers = signStandardWebhook([secret], {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    body,
    timestampSeconds: 1614265330,
  });
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("decodes 32 bytes from new secrets and from secrets of the former format", () => {
  expect(makeWebhookSecret()).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  expect(standardWebhooksKey(makeWebhookSecret())).toHaveLength(32);
  expect(standardWebhooksKey(`whsec_${"aZ9".repeat(14)}b`)).toHaveLength(32);
  expect(new Set(Array.from({ length: 100 }, makeWebhookSecret)).size).toBe(100);
});
