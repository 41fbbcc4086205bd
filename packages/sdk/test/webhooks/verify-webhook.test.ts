import { createHmac } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { signWebhook, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "../../src/index.ts";
import { body, event, newSecret, nowMs, outcomeOf, secret, signByNode } from "./deliveries.ts";

const header = signByNode(body);
const bytes = new TextEncoder().encode(body);
const padded = new TextEncoder().encode(`xx${body}x`);

/** Created with OpenSSL: printf '%s.%s' t body | openssl dgst -sha256 -hmac secret */
const vectors = [
  {
    key: "whsec_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg",
    seconds: 1_700_000_000,
    text: "{}",
    digest: "7d1b612cc1cfa54333301a3b71400816775815a174bb6db1d8c8c80bfac647b6",
  },
  {
    key: "whsec_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
    seconds: 0,
    text: '{"data":"Zürich → 東京 🛫"}',
    digest: "3d939b20929087650c3d15e1d5bcc46c7383ec0efe63bda145990063ed0a6b8f",
  },
  {
    key: "k",
    seconds: 999_999_999_999,
    text: " {\r\n} ",
    digest: "cc3037d752bc6b9b080f22d6ea0a3a240651db54229a8e79b4d9b93e52906610",
  },
];

test.each(vectors)("signs and verifies the test vector at $seconds", async ({ key, seconds, text, digest }) => {
  expect(createHmac("sha256", key).update(`${seconds}.${text}`).digest("hex")).toBe(digest);
  expect(await signWebhook(text, key, seconds)).toBe(`t=${seconds},v1=${digest}`);
  expect(await verifyWebhook(text, `t=${seconds},v1=${digest}`, key, { nowMs: seconds * 1000 })).toBeTypeOf("object");
});

describe("a signed delivery", () => {
  test.each([
    ["text", body],
    ["a Buffer", Buffer.from(body)],
    ["a Uint8Array", bytes],
    ["a part of a longer buffer", padded.subarray(2, -1)],
    ["an ArrayBuffer", bytes.slice().buffer],
  ])("is verified as %s and returned as an event", async (_, rawBody) => {
    expect(await verifyWebhook(rawBody, header, secret, { nowMs })).toStrictEqual(event);
  });

  test("is copied, so that later writes to the buffer have no effect", async () => {
    const reused = bytes.slice();
    const verification = verifyWebhook(reused, header, secret, { nowMs });
    reused.fill(0);
    expect(await verification).toStrictEqual(event);
  });

  test("has the type of data that belongs to its type", async () => {
    const received: WebhookEvent = await verifyWebhook(body, header, secret, { nowMs });
    if (received.type !== "booking.confirmed") expect.fail("another event");
    expect(received.data.bookingId).toBe(event.data.bookingId);
  });

  test("is checked against the system clock by default", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    expect(await verifyWebhook(body, signByNode(body, secret, seconds), secret)).toStrictEqual(event);
    expect(await outcomeOf(verifyWebhook(body, signByNode(body, secret, seconds - 400), secret))).toBe(
      "timestamp_too_old",
    );
  });
});

describe("secrets", () => {
  test("accepts either secret of a rotation, at any position", async () => {
    for (const signer of [secret, newSecret]) {
      for (const secrets of [
        [secret, newSecret],
        [newSecret, secret],
        ["x", secret, newSecret],
      ]) {
        expect(await outcomeOf(verifyWebhook(body, signByNode(body, signer), secrets, { nowMs }))).toBe("accepted");
      }
    }
  });

  test("tries every secret, even after a match", async () => {
    const verify = vi.spyOn(crypto.subtle, "verify");
    onTestFinished(() => verify.mockRestore());
    await verifyWebhook(body, header, [secret, newSecret, "x"], { nowMs });
    expect(verify).toHaveBeenCalledTimes(3);
  });

  test("reports the number of secrets tried without showing them", async () => {
    const error = await verifyWebhook(body, signByNode(body, "other"), [secret, newSecret], { nowMs }).catch(String);
    expect(error).toMatch(/none of the secrets \(2 tried\).*raw request body/);
    expect(error).not.toMatch(/whsec_[aB]|At least one secret/);
  });

  test("mentions a secret with trailing white space", async () => {
    await expect(verifyWebhook(body, header, `${secret} `, { nowMs })).rejects.toThrow(
      /At least one secret is not whsec_/,
    );
  });

  test.each([[""], [[]], [[""]], [[secret, ""]], [undefined], [[undefined]], [null]])(
    "reports %j as missing",
    async (secrets) => {
      const given = secrets as unknown as string;
      expect(await outcomeOf(verifyWebhook(body, signByNode(body, ""), given, { nowMs }))).toBe("secret_missing");
    },
  );
});

describe("the timestamp", () => {
  test.each([
    [-301, "timestamp_in_future"],
    [-300, "accepted"],
    [0, "accepted"],
    [300, "accepted"],
    [301, "timestamp_too_old"],
  ])("%i seconds after signing: %s", async (seconds, outcome) => {
    const options = { nowMs: nowMs + seconds * 1000 };
    expect(await outcomeOf(verifyWebhook(body, header, secret, options))).toBe(outcome);
  });

  test("compares whole seconds, like the header", async () => {
    expect(await outcomeOf(verifyWebhook(body, header, secret, { nowMs: nowMs + 300_999 }))).toBe("accepted");
    expect(await outcomeOf(verifyWebhook(body, header, secret, { nowMs: nowMs - 300_001 }))).toBe(
      "timestamp_in_future",
    );
  });

  test("reports the age of the timestamp and mentions the clock", async () => {
    const verify = (seconds: number) => verifyWebhook(body, header, secret, { nowMs: nowMs + seconds * 1000 });
    await expect(verify(412)).rejects.toThrow(/timestamp is 412 seconds old; the tolerance is 300 seconds.*clock/);
    await expect(verify(-900)).rejects.toThrow(/timestamp is 900 seconds in the future.*clock/);
  });

  test("applies toleranceSeconds, even 0", async () => {
    for (const toleranceSeconds of [0, 10, 86_400]) {
      const verify = (seconds: number) =>
        outcomeOf(verifyWebhook(body, header, secret, { toleranceSeconds, nowMs: nowMs + seconds * 1000 }));
      expect(await verify(toleranceSeconds)).toBe("accepted");
      expect(await verify(toleranceSeconds + 1)).toBe("timestamp_too_old");
    }
  });

  test.each([
    { toleranceSeconds: Number.NaN },
    { toleranceSeconds: -1 },
    { toleranceSeconds: Infinity },
    { nowMs: Number.NaN },
  ])("rejects %j, which would accept everything or nothing", async (options) => {
    await expect(verifyWebhook(body, header, secret, options)).rejects.toThrow(RangeError);
  });

  test("reports a forged signature before an old timestamp", async () => {
    const options = { nowMs: nowMs + 10 ** 9 };
    expect(await outcomeOf(verifyWebhook(`${body} `, header, secret, options))).toBe("signature_mismatch");
  });
});

describe("the body", () => {
  test.each([[event], [[event]], [null], [undefined], [7], ["\ud800"]])("rejects %j as not raw", async (given) => {
    const verification = verifyWebhook(given as string, header, secret, { nowMs });
    expect(await outcomeOf(verification)).toBe("body_not_raw");
    await expect(verification).rejects.toThrow(/Pass the raw request body/);
  });

  test("does not match after parsing and serializing, and the message says so", async () => {
    const sent = body.replaceAll(",", ", ");
    const serialized = JSON.stringify(JSON.parse(sent));
    const error = await verifyWebhook(serialized, signByNode(sent), secret, { nowMs }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ name: "WebhookVerificationError", reason: "signature_mismatch" });
    expect(String(error)).toMatch(/parsed and serialized again/);
  });

  test.each(["", "{", "null", "[]", '"text"', "\ufeff{}", "{}\0"])("%j is signed but not an event", async (text) => {
    expect(await outcomeOf(verifyWebhook(text, signByNode(text), secret, { nowMs }))).toBe("body_not_json");
  });

  test("is verified as bytes if it is not UTF-8", async () => {
    const latin = Buffer.from('{"name":"Zoë"}', "latin1");
    expect(await outcomeOf(verifyWebhook(latin, signByNode(latin), secret, { nowMs }))).toBe("body_not_json");
    const replaced = new TextDecoder().decode(latin);
    expect(await outcomeOf(verifyWebhook(replaced, signByNode(latin), secret, { nowMs }))).toBe("signature_mismatch");
  });

  test("does not pollute prototypes", async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    await verifyWebhook(text, signByNode(text), secret, { nowMs });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("signWebhook", () => {
  test.each([-1, 1.5, Number.NaN, 1e12])("rejects the timestamp %d", async (seconds) => {
    await expect(signWebhook(body, secret, seconds)).rejects.toThrow(RangeError);
  });

  test("rejects an empty secret and a parsed body", async () => {
    await expect(signWebhook(body, "", 0)).rejects.toThrow(RangeError);
    expect(await outcomeOf(signWebhook({} as string, secret, 0))).toBe("body_not_raw");
  });
});
