import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { includesScope, keyEnvironments } from "@wayfare/contract";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { findKnownKey } from "../../src/keys/known-key.ts";
import { hintOf, isRawKey, makeRawKey } from "../../src/keys/raw-key.ts";
import { insertKey } from "../../src/keys/store.ts";
import { assertMayCreateSecret, checkSecretCanaries } from "../../src/secrets/canary.ts";
import { makeHmac } from "../../src/secrets/hmac.ts";
import { parseServerSecrets, readOrCreateServerSecret, ServerSecretError } from "../../src/secrets/server-secret.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";

const secretText = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;

test("a raw key has a prefix, 43 characters and a checksum that detects any changed character", () => {
  const random = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(random, fc.constantFrom(...keyEnvironments), fc.nat(), (bytes, environment, seed) => {
      const key = makeRawKey(environment, bytes);
      expect(key).toMatch(/^key_(test|live|svc)_[0-9A-Za-z]{49}$/);
      expect(isRawKey(key)).toBe(true);
      const at = key.length - 1 - (seed % 49);
      const changed = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
      expect(isRawKey(changed)).toBe(false);
    }),
  );
});

test("the hint has four characters of each end", () => {
  const key = makeRawKey("live", new Uint8Array(32).fill(9));
  expect(hintOf(key)).toMatch(/^key_live_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$/);
});

test("the fast HMAC equals HMAC-SHA-256", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (key, message) => {
      expect(makeHmac(key)(message)).toEqual(createHmac("sha256", key).update(message).digest());
    }),
    { seed: 20_261_121 },
  );
});

test("write scopes include read scopes and nothing else", () => {
  expect(includesScope(["usage.write"], "usage.read")).toBe(true);
  expect(includesScope(["usage.read"], "usage.write")).toBe(false);
  expect(includesScope(["usage.write"], "billing.read")).toBe(false);
  expect(includesScope(["flights.book"], "flights.search")).toBe(false);
});

test("different purposes derive different keys", () => {
  const { first } = parseServerSecrets(secretText("a", 1));
  expect(first.derive("api keys")).not.toEqual(first.derive("canary"));
});

test.each(["", "a", "a:short", "a b:x", `${secretText("a", 1)},${secretText("a", 2)}`])(
  "rejects the server secret %j without repeating it",
  (text) => {
    expect(() => parseServerSecrets(text)).toThrow(ServerSecretError);
  },
);

test("creates a server secret once, readable by its owner only, and replaces a partially written one", () => {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
  writeFileSync(join(directory, "server-secret.new"), "a:");
  const made = readOrCreateServerSecret(directory);
  expect(statSync(join(directory, "server-secret")).mode & 0o777).toBe(0o600);
  expect(existsSync(join(directory, "server-secret.new"))).toBe(false);
  const text = readFileSync(join(directory, "server-secret"), "utf8");
  expect(readOrCreateServerSecret(directory).first.derive("x")).toEqual(made.first.derive("x"));
  expect(readFileSync(join(directory, "server-secret"), "utf8")).toBe(text);
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    return database;
  }

  test("a start fails with the wrong secret and succeeds with an additional one", async () => {
    const database = await open();
    const [right, wrong] = [parseServerSecrets(secretText("a", 1)), parseServerSecrets(secretText("a", 2))];
    await checkSecretCanaries(database, right);
    await checkSecretCanaries(database, right);
    await expect(checkSecretCanaries(database, wrong)).rejects.toThrow(/Server secret a does not match/);
    await expect(checkSecretCanaries(database, parseServerSecrets(secretText("b", 2)))).rejects.toThrow(/secret a,/);
    await checkSecretCanaries(database, parseServerSecrets(`${secretText("b", 2)},${secretText("a", 1)}`));
  });

  test("a start creates a secret for a new database only", async () => {
    const database = await open();
    const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
    await assertMayCreateSecret(database, directory);
    await checkSecretCanaries(database, readOrCreateServerSecret(directory));
    await assertMayCreateSecret(database, directory);
    const emptied = mkdtempSync(join(tmpdir(), "wayfare-"));
    await expect(assertMayCreateSecret(database, emptied)).rejects.toThrow(/server-secret is missing/);
    expect(existsSync(join(emptied, "server-secret"))).toBe(false);
  });

  test("stores a key as a hash, and rehashes it with the first secret when it is used", async () => {
    const database = await open();
    const old = parseServerSecrets(secretText("a", 1));
    const accountId = await createAccount(database, "Test", 0);
    const key = { accountId, environment: "test", name: "k", scopes: ["usage.read"], nowMs: 0 } as const;
    const { rawKey, record } = await insertKey(database, old, key);
    const rows = await database.query("SELECT * FROM api_keys");
    expect(JSON.stringify(rows)).not.toContain(rawKey.slice(9, 30));
    const both = parseServerSecrets(`${secretText("b", 2)},${secretText("a", 1)}`);
    expect(await findKnownKey(database, both, rawKey)).toMatchObject({ id: record.id });
    expect(await findKnownKey(database, parseServerSecrets(secretText("b", 2)), rawKey)).toMatchObject({
      id: record.id,
    });
    expect(await findKnownKey(database, old, rawKey)).toBeUndefined();
  });
});
