import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type ConfirmationSigner, makeConfirmations } from "../../src/tools/confirmations.ts";

const mac = (key: string) => (message: string) => createHmac("sha256", key).update(message).digest();
const signerOf = (key: string): ConfirmationSigner => ({
  sign: (compose) => compose(mac(key)),
  verify: (text, compose) => compose(mac(key)) === text,
});

const order = {
  offerId: "off_1",
  travelers: [{ givenName: "Ada", type: "adult" }],
  contact: { email: "a@example.com" },
};
const ours = makeConfirmations(signerOf("a"), "ak_1");

test("accepts a token for ten minutes, for the same order with its members in any order", () => {
  const { token, expiresAtMs } = ours.issue(order, "10 USD", 1000);
  expect(expiresAtMs).toBe(601_000);
  const reordered = { ...order, travelers: [{ type: "adult", givenName: "Ada" }] };
  const checked = ours.check(token, reordered, 600_999);
  expect(checked).toMatchObject({ result: "valid" });
  expect(ours.check(token, order, 2000)).toEqual(checked);
  expect(ours.check(token, order, 601_000)).toEqual({ result: "expired" });
});

test("contains no data of the travelers", () => {
  const { token } = ours.issue(order, "10 USD", 1000);
  expect(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).toBe('[601000,"10 USD"]');
});

test("rejects tokens of other orders, callers and secrets, and changed or malformed ones", () => {
  const { token } = ours.issue(order, "10 USD", 1000);
  const [payload, sign] = token.split(".");
  const later = Buffer.from('[999999999,"10 USD"]').toString("base64url");
  expect(ours.check(token, { ...order, offerId: "off_2" }, 2000)).toEqual({ result: "invalid" });
  expect(makeConfirmations(signerOf("a"), "ak_2").check(token, order, 2000)).toEqual({ result: "invalid" });
  expect(makeConfirmations(signerOf("b"), "ak_1").check(token, order, 2000)).toEqual({ result: "invalid" });
  for (const text of ["", ".", "x", `${later}.${sign}`, `${payload}.`, `${token}.x`]) {
    expect(ours.check(text, order, 2000), text).toEqual({ result: "invalid" });
  }
});

test("derives another idempotency key from each token", () => {
  const keys = [1000, 1001].map((nowMs) => ours.check(ours.issue(order, "10 USD", nowMs).token, order, 2000));
  expect(keys[0]).not.toEqual(keys[1]);
});
