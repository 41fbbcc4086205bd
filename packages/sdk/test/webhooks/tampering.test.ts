import fc from "fast-check";
import { expect, test } from "vitest";
import { signWebhook, verifyWebhook } from "../../src/index.ts";
import { body, newSecret, nowMs, outcomeOf, secret, signByNode, signedAtSeconds } from "./deliveries.ts";

const runs = { seed: 20_261_121, numRuns: 400 };
const header = signByNode(body);
const bytes = new TextEncoder().encode(body);
const options = { nowMs };

test("signs any body, secret and time like Node's HMAC and verifies it", async () => {
  const seconds = fc.nat({ max: 999_999_999_999 });
  const key = fc.string({ minLength: 1, unit: "grapheme" });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), key, seconds, async (data, signer, signedAt) => {
      const text = JSON.stringify(data);
      const signature = await signWebhook(text, signer, signedAt);
      expect(signature).toBe(signByNode(text, signer, signedAt));
      expect(await verifyWebhook(text, signature, [secret, signer], { nowMs: signedAt * 1000 })).toEqual(
        JSON.parse(text),
      );
    }),
    runs,
  );
});

test("rejects a body with any byte changed, added or removed", async () => {
  const change = fc.constantFrom("flip", "add", "remove");
  const position = fc.nat({ max: bytes.length - 1 });
  await fc.assert(
    fc.asyncProperty(change, position, fc.integer({ min: 1, max: 255 }), async (kind, index, byte) => {
      const tampered = [...bytes];
      if (kind === "flip") tampered[index] = (tampered[index] ?? 0) ^ byte;
      else if (kind === "add") tampered.splice(index, 0, byte);
      else tampered.splice(index, 1);
      expect(await outcomeOf(verifyWebhook(Uint8Array.from(tampered), header, secret, options))).toBe(
        "signature_mismatch",
      );
    }),
    runs,
  );
});

test("rejects a header with any character changed", async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: header.length - 1 }), fc.integer({ min: 32, max: 126 }), async (index, code) => {
      const tampered = header.slice(0, index) + String.fromCharCode(code) + header.slice(index + 1);
      fc.pre(tampered !== header);
      outcomes.add(await outcomeOf(verifyWebhook(body, tampered, secret, options)));
    }),
    { ...runs, numRuns: 2000 },
  );
  expect([...outcomes].toSorted()).toEqual(["header_malformed", "signature_mismatch"]);
});

test("checks every hexadecimal digit of the signature", async () => {
  for (let index = header.length - 64; index < header.length; index++) {
    const digit = header[index] === "0" ? "1" : "0";
    const tampered = header.slice(0, index) + digit + header.slice(index + 1);
    expect(await outcomeOf(verifyWebhook(body, tampered, secret, options)), `${index}`).toBe("signature_mismatch");
  }
});

test("rejects another timestamp within the tolerance and another secret", async () => {
  const digest = header.slice(-64);
  for (const seconds of [signedAtSeconds - 1, signedAtSeconds + 1]) {
    expect(await outcomeOf(verifyWebhook(body, `t=${seconds},v1=${digest}`, secret, options))).toBe(
      "signature_mismatch",
    );
  }
  expect(await outcomeOf(verifyWebhook(body, header, newSecret, options))).toBe("signature_mismatch");
});

test("rejects a moved separator between timestamp and body", async () => {
  const moved = signByNode("5{}", secret, 17);
  expect(await outcomeOf(verifyWebhook("{}", `t=175,${moved.slice(5)}`, secret, { nowMs: 0 }))).toBe(
    "signature_mismatch",
  );
});
