import type { NewWebhook } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { parseServerSecrets } from "../../src/secrets/server-secret.ts";
import { startApp } from "../access-app.ts";
import { testSecrets } from "../running-app.ts";
import { postWebhook, readWebhook } from "../webhook-receiver.ts";

const encode = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const old = parseServerSecrets(`old:${encode(1)}`);
const both = parseServerSecrets(`new:${encode(2)},old:${encode(1)}`);

describe("a secret box", () => {
  test("decrypts what it sealed, seals differently each time, and returns the secret's id", () => {
    const box = makeSecretBox(old);
    const [first, second] = [box.seal("whsec_é"), box.seal("whsec_é")];
    expect(box.open(first)).toBe("whsec_é");
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(false);
    expect(Buffer.from(first).subarray(0, 4).toString()).toBe("\u0003old");
    expect(first).toHaveLength(4 + 12 + Buffer.byteLength("whsec_é") + 16);
  });

  test("seals under the first server secret and decrypts under all", () => {
    const sealed = makeSecretBox(old).seal("s");
    const box = makeSecretBox(both);
    expect(box.open(sealed)).toBe("s");
    expect(Buffer.from(box.seal("s")).subarray(1, 4).toString()).toBe("new");
    expect(() => makeSecretBox(old).open(box.seal("s"))).toThrow('missing server secret "new"');
  });

  test("rejects values that were changed, truncated, or sealed under another secret with the same id", () => {
    const box = makeSecretBox(both);
    const sealed = Buffer.from(makeSecretBox(old).seal("secret"));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed), String(at)).toThrow(Error);
      expect(() => box.open(sealed.subarray(0, at)), String(at)).toThrow(Error);
    }
    expect(() => makeSecretBox(parseServerSecrets(`old:${encode(3)}`)).open(sealed)).toThrow(Error);
  });
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("rotates once, keeps the old secret for a day of the test clock, and rejects another rotation until then", async () => {
    const { app, database } = await startApp(kind);
    const made = await postWebhook(app, { url: "https://example.com/" });
    const rotate = (headers = {}) => app.call(`/v1/webhooks/${made.id}/rotate`, { method: "POST", headers });
    const first = await rotate({ "idempotency-key": "r1" });
    expect(first.status).toBe(200);
    const rotated: NewWebhook = JSON.parse(first.text);
    expect(rotated.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(rotated.secret).not.toBe(made.secret);
    const previousSecretEndsAt = new Date(app.clock.nowMs() + 86_400_000).toISOString();
    expect(rotated).toMatchObject({ previousSecretEndsAt });
    const replayed: NewWebhook = JSON.parse((await rotate({ "idempotency-key": "r1" })).text);
    expect(replayed).toMatchObject({ secretOmitted: true, previousSecretEndsAt });
    expect(replayed.secret).toBeUndefined();
    const box = makeSecretBox(testSecrets);
    const [row] = await database.query<{ secret: Buffer; previous_secret: Buffer }>(
      "SELECT secret, previous_secret FROM webhook_endpoints",
    );
    expect(box.open(row?.secret ?? Buffer.alloc(0))).toBe(rotated.secret);
    expect(box.open(row?.previous_secret ?? Buffer.alloc(0))).toBe(made.secret);
    await app.call("/v1/test/clock/advance", { body: { seconds: 86_399 } });
    expect(await rotate()).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    await app.call("/v1/test/clock/advance", { body: { seconds: 1 } });
    expect(await readWebhook(app, made.id)).toMatchObject({ previousSecretEndsAt: null });
    expect((await rotate()).status).toBe(200);
  });

  test("two concurrent rotations create one secret", async () => {
    const { app } = await startApp(kind);
    const { id } = await postWebhook(app, { url: "https://example.com/" });
    const rotate = () => app.call(`/v1/webhooks/${id}/rotate`, { method: "POST" });
    const answers = await Promise.all(Array.from({ length: 5 }, rotate));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(["200", "409", "409", "409", "409"]);
  });
});
