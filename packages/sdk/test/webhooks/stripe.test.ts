import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { signWebhook } from "../../src/index.ts";
import { body, event, newSecret, nowMs, secret, signedAtSeconds } from "./deliveries.ts";

/** The scheme is the one that Stripe made known, so that its verifier, found in many a stack, takes our deliveries. */
test("the verifier of the stripe package accepts a delivery and refuses a forged one", async () => {
  const header = await signWebhook(body, secret, signedAtSeconds);
  const verify = (rawBody: string, key: string) =>
    Stripe.webhooks.constructEvent(rawBody, header, key, 300, undefined, nowMs);
  expect(verify(body, secret)).toMatchObject({ id: event.id, type: event.type });
  expect(() => verify(`${body} `, secret)).toThrow(/signature/);
  expect(() => verify(body, newSecret)).toThrow(/signature/);
});

test("a delivery signed now passes with nothing but body, header and secret", async () => {
  const header = await signWebhook(body, secret, Math.floor(Date.now() / 1000));
  expect(Stripe.webhooks.constructEvent(body, header, secret)).toMatchObject({ id: event.id });
});
