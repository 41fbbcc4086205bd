import type { NewWebhook } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { parseServerSecrets } from "../../src/secrets/server-secret.ts";
import { startApp } from "../access-app.ts";
import { type RunningApp, testSecrets } from "../running-app.ts";
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
  test("keeps the old secret for a day of the test clock, and replays a rotation without the secret", async () => {
    const { app } = await startApp(kind);
    const made = await postWebhook(app, { url: "https://example.com/" });
    const rotate = () => rotateOnce(app, made.id, {}, { "idempotency-key": "r1" });
    const rotated = await rotate();
    expect(rotated.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(rotated.secret).not.toBe(made.secret);
    const previousSecretEndsAt = new Date(app.clock.nowMs() + 86_400_000).toISOString();
    expect(rotated).toMatchObject({ previousSecretEndsAt });
    const replayed = await rotate();
    expect(replayed).toMatchObject({ secretOmitted: true, previousSecretEndsAt });
    expect(replayed.secret).toBeUndefined();
    await app.call("/v1/test/clock/advance", { body: { seconds: 86_400 } });
    const after = await readWebhook(app, made.id);
    expect(after).toMatchObject({ previousSecretEndsAt: null, previousSecretCreatedAt: null });
  });

  test("a second rotation keeps the secret that it replaces for a day and ends the older one", async () => {
    const { app, database } = await startApp(kind);
    const made = await postWebhook(app, { url: "https://example.com/" });
    const first = await rotateOnce(app, made.id);
    await app.call("/v1/test/clock/advance", { body: { seconds: 3600 } });
    const second = await rotateOnce(app, made.id);
    expect(await readSecrets(database)).toEqual([second.secret, first.secret]);
    expect(second).toMatchObject({
      secretCreatedAt: new Date(app.clock.nowMs() + 3_600_000).toISOString(),
      previousSecretCreatedAt: first.secretCreatedAt,
      previousSecretEndsAt: new Date(app.clock.nowMs() + 90_000_000).toISOString(),
    });
    expect(Date.parse(second.secretCreatedAt) - Date.parse(first.secretCreatedAt)).toBe(3_600_000);
  });

  test("`expirePrevious` ends every other secret at once", async () => {
    const { app, database } = await startApp(kind);
    const made = await postWebhook(app, { url: "https://example.com/" });
    await rotateOnce(app, made.id);
    const last = await rotateOnce(app, made.id, { expirePrevious: true });
    expect(last).toMatchObject({ previousSecretEndsAt: null, previousSecretCreatedAt: null });
    expect(await readSecrets(database)).toEqual([last.secret, null]);
  });

  test("five concurrent rotations all succeed, and the newest two secrets stay valid", async () => {
    const { app, database } = await startApp(kind);
    const { id } = await postWebhook(app, { url: "https://example.com/" });
    const rotated = await Promise.all(Array.from({ length: 5 }, () => rotateOnce(app, id)));
    const secrets = rotated.map(({ secret }) => secret);
    expect(new Set(secrets).size).toBe(5);
    const valid = await readSecrets(database);
    expect(secrets).toEqual(expect.arrayContaining(valid));
    expect(new Set(valid).size).toBe(2);
  });
});

async function rotateOnce(app: RunningApp, id: string, body: object = {}, headers = {}): Promise<NewWebhook> {
  const answer = await app.call(`/v1/webhooks/${id}/rotate`, { body, headers });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

/** The secret and the previous secret of the only endpoint. */
async function readSecrets(database: Database): Promise<(string | null)[]> {
  const box = makeSecretBox(testSecrets);
  const [row] = await database.query<{ secret: Buffer; previous_secret: Buffer | null }>(
    "SELECT secret, previous_secret FROM webhook_endpoints",
  );
  return [row?.secret, row?.previous_secret].map((sealed) => (sealed ? box.open(sealed) : null));
}
