import { insertEndpoint, openOptions, sealOptions } from "@wayfare/webhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../../../tests/databases.ts";
import { defaultBilling } from "../../../src/billing/settings.ts";
import { insertUser } from "../../../src/identity/users/store.ts";
import { findKnownKey } from "../../../src/keys/known-key.ts";
import { insertKey } from "../../../src/keys/store.ts";
import { noMailer } from "../../../src/mail/mailer.ts";
import { makeOperator } from "../../../src/operator/commands/commands.ts";
import { assertNoMissingSecrets } from "../../../src/operator/server-secrets/rotation.ts";
import { authenticatorSecrets, lockKeyUnder, webhookSecrets } from "../../../src/operator/server-secrets/store.ts";
import { checkSecretCanaries } from "../../../src/secrets/canary.ts";
import { makeSecretBox } from "../../../src/secrets/secret-box.ts";
import { parseServerSecrets, type ServerSecrets } from "../../../src/secrets/server-secret.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { startMs } from "../../running-app.ts";

const textOf = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;
const a = parseServerSecrets(textOf("a", 1));
const ba = parseServerSecrets(`${textOf("b", 2)},${textOf("a", 1)}`);
const b = parseServerSecrets(textOf("b", 2));
const authenticators = "authenticator secrets";

/** A database with endpoints, authenticators and keys of the server secret `a`. */
async function open(kind: TestDatabaseKind) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  await checkSecretCanaries(database, a);
  const accountId = await createAccount(database, "Test", startMs);
  const addEndpoint = async (secret: string, previous: string | null = null) => {
    const owner = { accountId, environment: "live" as const };
    const endpoint = { url: "https://example.com/", events: ["*"], description: "", applicationId: null };
    const sealed = makeSecretBox(a).seal(secret);
    const more = { maxPerSecond: null, secret: sealed, nowMs: startMs, wallMs: startMs };
    const { id } = await insertEndpoint(database, { ...owner, ...endpoint, ...more });
    if (previous !== null) {
      const values = [id, makeSecretBox(a).seal(previous), new Date(startMs + 1000)];
      await database.execute(
        "UPDATE webhook_endpoints SET previous_secret = $2, previous_secret_ends_at = $3 WHERE id = $1",
        values,
      );
    }
    return id;
  };
  const addUser = async (secret: string, pending: string | null = null) => {
    const user = await insertUser(database, { accountId, role: "owner", email: null }, startMs);
    const box = makeSecretBox(a, authenticators);
    await database.execute("UPDATE users SET totp_secret = $2, totp_pending = $3 WHERE id = $1", [
      user.id,
      box.seal(secret),
      pending === null ? null : box.seal(pending),
    ]);
    return user.id;
  };
  const addKey = (name: string) => {
    const key = { accountId, environment: "live" as const, name, scopes: ["usage.read" as const], nowMs: startMs };
    return insertKey(database, a, key);
  };
  const operatorWith = (secrets: ServerSecrets) =>
    makeOperator({
      signUp: "invite",
      mailer: noMailer,
      database,
      secrets,
      publicUrl: "http://localhost:8080",
      clock: { nowMs: () => startMs },
      billing: defaultBilling,
      invalidate: () => {},
    });
  const startWith = async (secrets: ServerSecrets) => {
    await checkSecretCanaries(database, secrets);
    await assertNoMissingSecrets(database, secrets, startMs);
  };
  const endpointSecrets = async (secrets: ServerSecrets) => {
    const box = makeSecretBox(secrets);
    const rows = await database.query<{ secret: Uint8Array; previous_secret: Uint8Array | null }>(
      "SELECT secret, previous_secret FROM webhook_endpoints ORDER BY id LIMIT 1000",
    );
    return rows
      .map((row) => [box.open(row.secret), row.previous_secret && box.open(row.previous_secret)])
      .toSorted(([left], [right]) => String(left).localeCompare(String(right)));
  };
  return { database, accountId, addEndpoint, addUser, addKey, operatorWith, startWith, endpointSecrets };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("counts and reseals the headers and client certificate of an endpoint whose secret is already under the new server secret", async () => {
    const { database, addEndpoint, operatorWith, startWith } = await open(kind);
    const id = await addEndpoint("secret");
    const mtls = { certificate: "certificate", privateKey: "key", expiresAtMs: startMs };
    const options = { headers: { "x-token": "t" }, basicAuth: null, oauth2: null, mtls };
    const sealed = sealOptions(makeSecretBox(a), options);
    const update = "UPDATE webhook_endpoints SET secret = $2, sealed_options = $3 WHERE id = $1";
    await database.execute(update, [id, makeSecretBox(ba).seal("secret"), sealed]);
    await startWith(ba);
    await expect(startWith(b)).rejects.toThrow("still in use by 1 webhook secret");
    expect(await operatorWith(ba).rotateSecrets()).toMatchObject({ resealed: { webhookSecrets: 1 } });
    await startWith(b);
    const [row] = await database.query<{ sealed_options: Uint8Array }>("SELECT sealed_options FROM webhook_endpoints");
    expect(openOptions(makeSecretBox(b), row?.sealed_options ?? null)).toEqual(options);
  });

  test("rejects a start without a secret in use; after rotate and drop it starts and decrypts everything", async () => {
    const { database, addEndpoint, addUser, addKey, operatorWith, startWith, endpointSecrets } = await open(kind);
    await addEndpoint("first", "first, previous");
    await addEndpoint("second");
    const userId = await addUser("authenticator", "pending");
    const [used, idle] = [await addKey("used"), await addKey("idle")];

    await startWith(ba);
    await expect(startWith(b)).rejects.toThrow(
      /^Server secret a is missing in SERVER_SECRET and still in use by 3 webhook secrets, 2 authenticators and 2 API keys\..*wayfare secrets rotate.*wayfare secrets drop a/,
    );
    const operator = operatorWith(ba);
    expect(await findKnownKey(database, ba, used.rawKey)).toMatchObject({ id: used.record.id });
    const rotation = await operator.rotateSecrets();
    expect(rotation).toMatchObject({
      current: "b",
      resealed: {
        webhookSecrets: 3,
        authenticators: 2,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
      },
      unreadable: {
        webhookSecrets: 0,
        authenticators: 0,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
      },
      keys: [{ id: idle.record.id, secretId: "a", name: "idle", lastUsedAt: null }],
    });
    expect(rotation.secrets.toSorted((left, right) => left.secretId.localeCompare(right.secretId))).toEqual([
      {
        secretId: "a",
        configured: true,
        webhookSecrets: 0,
        authenticators: 0,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
        keys: 1,
      },
      {
        secretId: "b",
        configured: true,
        webhookSecrets: 3,
        authenticators: 2,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
        keys: 1,
      },
    ]);
    expect(await operator.rotateSecrets()).toMatchObject({
      resealed: {
        webhookSecrets: 0,
        authenticators: 0,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
      },
    });
    await expect(startWith(b)).rejects.toThrow(/still in use by 1 API key\. /);

    expect(await operator.dropSecret("a")).toMatchObject({ dropped: "a", revokedKeys: 1, keys: [] });
    // A process with both secrets may start in between.
    await startWith(ba);
    await startWith(b);
    expect(await findKnownKey(database, b, used.rawKey)).toMatchObject({ id: used.record.id });
    expect(await findKnownKey(database, b, idle.rawKey)).toBeUndefined();
    expect(await endpointSecrets(b)).toEqual([
      ["first", "first, previous"],
      ["second", null],
    ]);
    const [user] = await database.query<{ totp_secret: Uint8Array; totp_pending: Uint8Array }>(
      "SELECT totp_secret, totp_pending FROM users WHERE id = $1",
      [userId],
    );
    const box = makeSecretBox(b, authenticators);
    expect(box.open(user?.totp_secret ?? Buffer.alloc(0))).toBe("authenticator");
    expect(box.open(user?.totp_pending ?? Buffer.alloc(0))).toBe("pending");
  });

  test("drops a lost secret: revokes keys, counts and keeps values that cannot be decrypted", async () => {
    const { addEndpoint, addUser, addKey, operatorWith, startWith } = await open(kind);
    await startWith(ba);
    await addEndpoint("lost");
    await addUser("lost");
    await addKey("lost");
    const operator = operatorWith(b);
    const lost = {
      webhookSecrets: 1,
      authenticators: 1,
      supplierCredentials: 0,
      clientSecrets: 0,
      bookings: 0,
      mails: 0,
    };
    expect(await operator.rotateSecrets()).toMatchObject({
      resealed: {
        webhookSecrets: 0,
        authenticators: 0,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
      },
      unreadable: lost,
    });
    await expect(startWith(b)).rejects.toThrow(/1 webhook secret, 1 authenticator and 1 API key/);
    const dropped = await operator.dropSecret("a");
    expect(dropped).toMatchObject({ revokedKeys: 1 });
    expect(dropped.secrets).toContainEqual({ secretId: "a", configured: false, ...lost, keys: 0 });
    await startWith(b);
  });

  test("rejects dropping the current secret or an unknown one", async () => {
    const { operatorWith } = await open(kind);
    await expect(operatorWith(ba).dropSecret("b")).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expect(operatorWith(ba).dropSecret("c")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("revoked, expired, deleted and removed rows do not count as uses", async () => {
    const { database, addEndpoint, addUser, addKey, startWith } = await open(kind);
    await addEndpoint("deleted");
    await addUser("removed");
    await addKey("revoked");
    await database.execute("UPDATE webhook_endpoints SET deleted_at = $1", [new Date(startMs)]);
    await database.execute("UPDATE users SET removed_at = $1", [new Date(startMs)]);
    await database.execute("UPDATE api_keys SET revoked_at = $1, grace_ends_at = $1", [new Date(startMs)]);
    await addKey("expired");
    await database.execute("UPDATE api_keys SET expires_at = $1 WHERE name = 'expired'", [new Date(startMs)]);
    await startWith(ba);
    await expect(startWith(b)).resolves.toBeUndefined();
  });

  test("does not overwrite a concurrently changed value, and reseals it in the next pass", async () => {
    const { database, addEndpoint, addUser, operatorWith, endpointSecrets } = await open(kind);
    const endpointId = await addEndpoint("old");
    const userId = await addUser("old");
    const query = { currentId: "b", afterId: "", limit: 10 };
    const [endpoint] = await webhookSecrets.list(database, query);
    const [user] = await authenticatorSecrets.list(database, query);
    if (endpoint === undefined || user === undefined) throw new Error("nothing is sealed under a");
    // A rotation by the owner: a new secret, and the old one as the previous.
    await database.execute(
      "UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_ends_at = $2, secret = $3 WHERE id = $1",
      [endpointId, new Date(startMs + 1000), makeSecretBox(ba).seal("new")],
    );
    await database.execute("UPDATE users SET totp_secret = NULL WHERE id = $1", [userId]);
    const stale = [makeSecretBox(ba).seal("stale"), null];
    expect(await webhookSecrets.replace(database, endpoint, stale)).toBe(false);
    expect(await authenticatorSecrets.replace(database, user, stale)).toBe(false);
    expect(await operatorWith(ba).rotateSecrets()).toMatchObject({
      resealed: {
        webhookSecrets: 1,
        authenticators: 0,
        supplierCredentials: 0,
        clientSecrets: 0,
        bookings: 0,
        mails: 0,
      },
    });
    expect(await endpointSecrets(b)).toEqual([["new", "old"]]);
  });

  test("reseals more rows than a batch; two concurrent rotations reseal each row once", async () => {
    const { database, addEndpoint, operatorWith, endpointSecrets } = await open(kind);
    await addEndpoint("one");
    await database.execute(
      `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
       SELECT 'whk_z' || lpad(n::text, 25, '0'), account_id, environment, url, description, events, status, secret, created_at
       FROM webhook_endpoints CROSS JOIN generate_series(1, 450) n`,
    );
    const operator = operatorWith(ba);
    const [left, right] = await Promise.all([operator.rotateSecrets(), operator.rotateSecrets()]);
    expect(left.resealed.webhookSecrets + right.resealed.webhookSecrets).toBe(451);
    expect(await endpointSecrets(b)).toEqual(Array.from({ length: 451 }, () => ["one", null]));
  });

  test("a key used before it is revoked moves to the current secret and stays active", async () => {
    const { database, addKey, operatorWith } = await open(kind);
    const { record, rawKey } = await addKey("late");
    await findKnownKey(database, ba, rawKey);
    expect(await lockKeyUnder(database, { id: record.id, accountId: record.accountId, secretId: "a" })).toBe(false);
    await checkSecretCanaries(database, ba);
    expect(await operatorWith(ba).dropSecret("a")).toMatchObject({ revokedKeys: 0 });
    expect(await findKnownKey(database, b, rawKey)).toMatchObject({ id: record.id });
  });
});
