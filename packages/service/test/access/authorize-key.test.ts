import { type ErrorCode, type KeyEnvironment, keyEnvironments, type Scope } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { parseAddressRange } from "@wayfare/egress";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { samplePlans } from "../../../billing/test/sample-plans.ts";
import { authorizeKey } from "../../src/access/authorize-key.ts";
import type { KnownKey } from "../../src/http/caller.ts";
import { makeRawKey } from "../../src/keys/raw-key.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, type RunningApp, startMs } from "../running-app.ts";

/** Possible faults of a request, in the order of their checks. */
const faults = [
  "header",
  "checksum",
  "known",
  "revoked",
  "expired",
  "allowlist",
  "environment",
  "scope",
  "rate",
  "body",
] as const;
type Fault = (typeof faults)[number];

const codes: Record<Fault, ErrorCode> = {
  header: "AUTH_INVALID",
  checksum: "AUTH_INVALID",
  known: "AUTH_INVALID",
  revoked: "AUTH_KEY_REVOKED",
  expired: "AUTH_KEY_EXPIRED",
  allowlist: "AUTH_IP_BLOCKED",
  environment: "AUTH_ENVIRONMENT_MISMATCH",
  scope: "AUTH_SCOPE_MISSING",
  rate: "RATE_LIMITED",
  body: "REQUEST_INVALID",
};

/** Faults that apply to a kind of key: allowlists do not apply to service keys, and only they have a wrong environment here. */
function faultsOf(environment: KeyEnvironment): Fault[] {
  return faults.filter((fault) => fault !== (environment === "service" ? "allowlist" : "environment"));
}

const bodyOfFaults = { name: 7, secret: "secret-value" };

/** Sends a request with exactly these faults: it creates a key, or an application if this kind of key cannot create keys. */
async function callWith(app: RunningApp, database: Database, environment: KeyEnvironment, has: ReadonlySet<Fault>) {
  const scopes: Scope[] = has.has("scope") ? ["billing.read"] : ["usage.write"];
  const key = await app.makeKey({
    environment,
    scopes,
    ...(has.has("expired") ? { expiresAtMs: startMs - 1 } : {}),
    ...(has.has("allowlist") ? { ipAllowlist: ["203.0.113.0/24"] } : {}),
  });
  if (has.has("revoked")) {
    await database.execute("UPDATE api_keys SET revoked_at = $1, grace_ends_at = $1 WHERE hint LIKE $2", [
      new Date(startMs - 1),
      `%${key.slice(-4)}`,
    ]);
  }
  if (has.has("rate")) await exhaust(database, key);
  const known = has.has("known") ? makeRawKey(environment) : key;
  const checked = has.has("checksum") ? known.slice(0, -1) + (known.endsWith("0") ? "1" : "0") : known;
  const authorization = `${has.has("header") ? "Token" : "Bearer"} ${checked}`;
  const minted = { name: "k", environment, scopes: ["usage.read"] };
  const [path, good] =
    environment === "service" && !has.has("environment") ? ["/v1/applications", { name: "a" }] : ["/v1/keys", minted];
  return app.call(path, { key: null, body: has.has("body") ? bodyOfFaults : good, headers: { authorization } });
}

/** Empties the rate limit bucket of a key. It does not refill while the clock stands still. */
async function exhaust(database: Database, key: string, nowMs = startMs): Promise<void> {
  await database.execute(
    `INSERT INTO rate_limits (name, tokens, at, held, held_before, stretch)
     SELECT id || ':requests', 0, $1, 0, 0, 0 FROM api_keys WHERE hint LIKE $2`,
    [new Date(nowMs), `%${key.slice(-4)}`],
  );
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("reports the first fault in the order of the checks", async () => {
    const { app, database } = await startApp(kind);
    for (const environment of keyEnvironments) {
      const possible = faultsOf(environment);
      for (const [at, first] of possible.entries()) {
        const all = await callWith(app, database, environment, new Set(possible.slice(at)));
        expect(all.body.code, `${environment}: ${first} and all later`).toBe(codes[first]);
        const alone = await callWith(app, database, environment, new Set([first]));
        expect(alone.body.code, `${environment}: ${first} alone`).toBe(codes[first]);
      }
      expect(await callWith(app, database, environment, new Set()), environment).toMatchObject({ status: 201 });
    }
  });

  test("checks the quota after the body and before the handler", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    const search = (body: object) => app.call("/v1/search", { key, body });
    const unprocessable = { ...goodSearch, destination: "QQQ" };
    expect(await search(unprocessable)).toMatchObject({ status: 422 });
    await database.execute("UPDATE account_quotas SET used = 1000");
    app.clock.advance(60_000);
    expect(await search(bodyOfFaults)).toMatchObject({ status: 400 });
    expect(await search(unprocessable)).toMatchObject({ status: 402, body: { code: "QUOTA_EXCEEDED" } });
    const limitedKey = await app.makeKey({ environment: "live" });
    await exhaust(database, limitedKey, app.clock.nowMs());
    expect(await app.call("/v1/search", { key: limitedKey, body: bodyOfFaults })).toMatchObject({ status: 429 });
  });

  test("checks header and checksum before any database query", async () => {
    const { app, database } = await startApp(kind);
    await database.execute("ALTER TABLE api_keys RENAME TO api_keys_away");
    onTestFinished(async () => void (await database.execute("ALTER TABLE api_keys_away RENAME TO api_keys")));
    const unknown = makeRawKey("test");
    for (const authorization of [`Token ${unknown}`, `Bearer ${unknown} x`, `Bearer ${unknown.slice(0, -1)}`]) {
      const answer = await app.call("/v1/keys", { key: null, headers: { authorization } });
      expect(answer, authorization).toMatchObject({ status: 401, body: { code: "AUTH_INVALID" } });
    }
    expect(await app.call("/v1/keys", { key: unknown })).toMatchObject({ status: 500 });
  });

  test("all errors have the same members, and every 401 has WWW-Authenticate", async () => {
    const { app, database } = await startApp(kind);
    const refusals = [await app.call("/v1/keys", { key: null, body: bodyOfFaults })];
    for (const environment of ["live", "service"] as const) {
      for (const fault of faultsOf(environment)) {
        if (fault !== "body") refusals.push(await callWith(app, database, environment, new Set([fault, "body"])));
      }
    }
    expect(new Set(refusals.map(({ body }) => body.code)).size).toBe(8);
    for (const { status, headers, body } of refusals) {
      const members = ["type", "title", "status", "code", "detail", "requestId"];
      expect(Object.keys(body).toSorted(), body.code).toEqual(members.toSorted());
      expect(body).toMatchObject({ status, type: `http://localhost:8080/errors/${body.code}` });
      expect(body.requestId).toBe(headers.get("request-id"));
      expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
      expect(headers.get("www-authenticate"), body.code).toBe(status === 401 ? "Bearer" : null);
    }
  });

  test("returns the same error for malformed and unknown keys", async () => {
    const { app } = await startApp(kind);
    const bodies = new Set<string>();
    const [unknown, otherKind] = [makeRawKey("test"), app.key.replace("key_test_", "key_live_")];
    for (const key of [
      "x",
      "key_test_",
      `${app.key}0`,
      app.key.slice(0, -6),
      otherKind,
      unknown,
      makeRawKey("service"),
    ]) {
      const { status, body } = await app.call("/v1/keys/self", { key });
      expect(status, key).toBe(401);
      bodies.add(JSON.stringify({ ...body, requestId: "" }));
    }
    expect([...bodies]).toHaveLength(1);
  });

  test("does not report body faults to unauthorized callers", async () => {
    const { app, database } = await startApp(kind);
    const bodies = [
      "{broken",
      `{"secret":1,"secret":2}`,
      JSON.stringify(bodyOfFaults),
      "x".repeat(300_000),
      "\ufeff{}",
    ];
    const narrow = await app.makeKey({ scopes: ["billing.read"] });
    for (const [key, status] of [
      [null, 401],
      [makeRawKey("test"), 401],
      [narrow, 403],
    ] as const) {
      for (const body of bodies) {
        for (const type of ["application/json", "text/plain", "application/json; charset=latin1"]) {
          const answer = await app.call("/v1/keys", { key, body, headers: { "content-type": type } });
          expect(answer.status, `${type} ${body.slice(0, 20)}`).toBe(status);
          expect(answer.text).not.toMatch(/secret|errors"|JSON/);
        }
      }
    }
    expect(await callWith(app, database, "test", new Set(["body"]))).toMatchObject({ status: 400 });
  });
});

test("checks the address before the kind of key, then the scope, then the application", () => {
  const range = parseAddressRange("203.0.113.0/24");
  if (range === undefined) throw new Error("a range that cannot be read");
  const key: KnownKey = {
    id: "ak_x",
    accountId: "acct_x",
    applicationId: "app_x",
    environment: "test",
    scopes: [],
    expiresAtMs: null,
    graceEndsAtMs: null,
    clockOffsetMs: 0,
    paidPeriod: null,
    account: { suspendedAtMs: null, closesAtMs: null },
    plan: samplePlans.free,
    ranges: [range],
    accountRanges: [],
    usageLimits: {},
  };
  const parts = { findKey: () => key, ranges: [], nowMs: () => startMs };
  const authorization = [`Bearer ${makeRawKey("test")}`];
  const attempt = { authorization, scopes: ["usage.read"], environments: ["live"], rejectsApplications: true } as const;
  const check =
    (address: string, environments: KeyEnvironment[] = [...attempt.environments], scopes: Scope[] = ["usage.read"]) =>
    () =>
      authorizeKey(parts, { ...attempt, address, environments, scopes });
  expect(check("198.51.100.7")).toThrow(expect.objectContaining({ code: "AUTH_IP_BLOCKED" }));
  expect(check("203.0.113.9")).toThrow(expect.objectContaining({ code: "AUTH_ENVIRONMENT_MISMATCH" }));
  expect(check("203.0.113.9", ["test"])).toThrow(expect.objectContaining({ code: "AUTH_SCOPE_MISSING" }));
  expect(check("203.0.113.9", ["test"], [])).toThrow(expect.objectContaining({ code: "AUTH_APPLICATION_BOUND" }));
});
