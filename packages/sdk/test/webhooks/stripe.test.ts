import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { signWebhook } from "../../src/index.ts";
import { body, event, newSecret, nowMs, secret, signedAtSeconds } from "./deliveries.ts";

/** The signature scheme is Stripe's, so that its verifier, which many projects have, accepts deliveries. */
test("the stripe package accepts a delivery and rejects a forged one", async () => {
  const header = await signWebhook(body, secret, signedAtSeconds);
  const verify = (rawBody: string, key: string) =>
    Stripe.webhooks.constructEvent(rawBody, header, key, 300, undefined, nowMs);
  expect(verify(body, secret)).toMatchObject({ id: event.id, type: event.type });
  expect(() => verify(`${body} `, secret)).toThrow(/signature/);
  expect(() => verify(body, newSecret)).toThrow(/signature/);
});

test("the stripe package accepts a delivery signed now with default options", async () => {
  const header = await signWebhook(body, secret, Math.floor(Date.now() / 1000));
  expect(Stripe.webhooks.constructEvent(body, header, secret)).toMatchObject({ id: event.id });
});
