import type { AuditEvent } from "@wayfare/contract";
import { Secret, TOTP } from "otpauth";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { consumeTokens, deleteFullThrottles } from "../../../src/identity/sign-in/throttle-store.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeLink, makeUser, signInAs } from "../../browser-session.ts";
import { metricsToken, type RunningApp, runApp } from "../../running-app.ts";

const minuteMs = 60_000;
const email = "ada@example.com";
const password = "correct horse battery";

async function startWithOwner(kind: (typeof testDatabaseKinds)[number], options = {}) {
  const { app, database } = await startApp(kind, options);
  const owner = new Browser(app);
  await owner.call("/portal/session/link", { body: { token: await makeLink({ app, database }) } });
  await owner.call("/portal/profile", { method: "PUT", body: { name: "Ada", email } });
  await owner.call("/portal/security/password", { method: "PUT", body: { password } });
  return { app, database, owner };
}

const signIn = (app: RunningApp, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  new Browser(app).call("/portal/session/password", { body: { email, password, ...body }, headers });

async function addTotp(app: RunningApp, owner: Browser) {
  const { body } = await owner.call("/portal/security/totp", { method: "POST" });
  const secret = Secret.fromBase32(String(body.secret));
  const code = () => TOTP.generate({ secret, timestamp: app.clock.nowMs() });
  /** A code that differs from the three currently valid ones. */
  const wrongCode = () => {
    const codes = [-30_000, 0, 30_000].map((ms) => TOTP.generate({ secret, timestamp: app.clock.nowMs() + ms }));
    const right = new Set(codes);
    return ["000000", "000001", "000002", "000003"].find((each) => !right.has(each)) ?? "";
  };
  const confirmed = await owner.call("/portal/security/totp/confirm", { body: { code: code() } });
  const { recoveryCodes }: { recoveryCodes: string[] } = JSON.parse(confirmed.text);
  return { code, wrongCode, recoveryCodes };
}

async function countOutcomes(app: RunningApp): Promise<Record<string, number>> {
  const { text } = await app.call("/metrics", { key: metricsToken });
  const lines = text.matchAll(/^wayfare_sign_in_attempts_total\{method="(\w+)",outcome="(\w+)"\} (\d+)$/gm);
  const counts = [...lines].map(([, method, outcome, count]) => [`${method} ${outcome}`, Number(count)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("two processes together allow five wrong attempts for a user", async () => {
    const { app, database } = await startWithOwner(kind);
    const second = await runApp({ database });
    onTestFinished(() => second.close());
    const guesses = Array.from({ length: 14 }, (_, at) => signIn(at % 2 === 0 ? app : second, { password: "wrong" }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
    expect((await signIn(second)).status).toBe(429);
    for (const each of [app, second]) each.clock.advance(minuteMs);
    expect((await signIn(second)).status).toBe(200);
  });

  test("sign-in and step-up of a user share one throttle", async () => {
    const { app, owner } = await startWithOwner(kind);
    for (let at = 0; at < 5; at++) expect((await signIn(app, { password: "wrong" })).status).toBe(401);
    expect(await owner.call("/portal/step-up", { body: { password } })).toMatchObject({ status: 429 });
  });

  test("throttles an IPv6 site (/48) as a whole and each of its networks (/64)", async () => {
    const { app } = await startApp(kind, { trustProxy: ["127.0.0.1"] });
    const tryLink = async (address: string) => {
      const headers = { "x-forwarded-for": address };
      return (await new Browser(app).call("/portal/session/link", { body: { token: "unknown" }, headers })).status;
    };
    const statuses = [];
    for (let at = 0; at < 70; at++) statuses.push(await tryLink(`2001:db8:1:${at.toString(16)}::1`));
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual(Array(10).fill(429));
    expect(await tryLink("2001:db8:2::1")).toBe(404);
    for (let at = 0; at < 19; at++) expect(await tryLink(`2001:db8:2::${at + 2}`)).toBe(404);
    expect(await tryLink("2001:db8:2::ffff")).toBe(429);
    expect(await tryLink("203.0.113.9")).toBe(404);
  });

  test("a clock that is set back does not extend a pause; full buckets are purged and names are not stored", async () => {
    const { app, database } = await startApp(kind);
    const nowMs = app.clock.nowMs();
    const person = { name: "person ada@example.com", burst: 2, perMinute: 1 };
    const consume = async (atMs: number) => (await consumeTokens(database, { networks: [], person }, atMs)).refusedBy;
    expect([await consume(nowMs), await consume(nowMs), await consume(nowMs)]).toEqual([null, null, "person"]);
    expect(await consume(nowMs + 60 * minuteMs)).toBeNull();
    expect(await consume(nowMs)).toBeNull();
    expect(await consume(nowMs)).toBe("person");
    expect(await consume(nowMs + minuteMs)).toBeNull();
    const rows = await database.query<{ row: string }>("SELECT to_jsonb(t)::text AS row FROM sign_in_throttles t");
    expect(JSON.stringify(rows)).not.toContain("ada");
    expect(await deleteFullThrottles(database, nowMs + 2 * minuteMs, 10)).toBe(0);
    expect(await deleteFullThrottles(database, nowMs + 4 * minuteMs, 10)).toBe(1);
  });

  test("ten wrong codes pause authenticator codes for an hour; recovery codes still work", async () => {
    const { app, owner } = await startWithOwner(kind);
    const { code, wrongCode, recoveryCodes } = await addTotp(app, owner);
    for (let at = 0; at < 10; at++) {
      app.clock.advance(minuteMs);
      expect(await signIn(app, { code: wrongCode() })).toMatchObject({ body: { code: "SIGN_IN_FAILED" } });
    }
    app.clock.advance(minuteMs);
    const paused = await signIn(app, { code: code() });
    expect(paused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(paused.body.detail).toContain("Recovery codes and passkeys still work.");
    expect(paused.headers.get("retry-after")).toBe(String(59 * 60));
    expect(await owner.call("/portal/step-up", { body: { code: code() } })).toMatchObject({ status: 429 });
    expect((await signIn(app, { code: recoveryCodes[0] })).status).toBe(200);
    app.clock.advance(59 * minuteMs);
    expect((await signIn(app, { code: code() })).status).toBe(200);
    expect(await countOutcomes(app)).toMatchObject({ "password wrong_code": 10, "password codes_paused": 1 });
  });

  test("a correct code resets the count of wrong codes", async () => {
    const { app, owner } = await startWithOwner(kind);
    const { code, wrongCode } = await addTotp(app, owner);
    for (const expected of [401, 200, 401, 200]) {
      for (let at = 0; at < (expected === 401 ? 9 : 1); at++) {
        app.clock.advance(minuteMs);
        const body = { code: expected === 401 ? wrongCode() : code() };
        expect((await signIn(app, body)).status).toBe(expected);
      }
    }
  });

  test("counts failed sign-ins by outcome, and audits and logs them with the IP address", async () => {
    const { app, database, owner } = await startWithOwner(kind);
    await signIn(app, { password: "wrong" });
    await signIn(app, { email: "unknown@example.com" });
    await signIn(app);
    await new Browser(app).call("/portal/session/link", { body: { token: "unknown" } });
    await owner.call("/portal/step-up", { body: { password: "wrong" } });
    for (let at = 0; at < 4; at++) await signIn(app, { password: "wrong" });
    expect(await countOutcomes(app)).toEqual({
      "link success": 1,
      "password_change success": 1,
      "password wrong_password": 4,
      "password unknown_address": 1,
      "password success": 1,
      "link unknown_link": 1,
      "step_up wrong_password": 1,
      "password throttled_person": 1,
    });
    const failures = async () => {
      const { text } = await app.call("/v1/audit-events?type=user.sign_in_failed&limit=200");
      const { data }: { data: AuditEvent[] } = JSON.parse(text);
      return data;
    };
    await eventually(async () => expect(await failures()).toHaveLength(6));
    const actor = { type: "anonymous", id: null, address: "127.0.0.1" };
    const audited = await failures();
    for (const event of audited) expect(event).toMatchObject({ actor, environment: null, subject: { type: "user" } });
    expect(audited.map(({ details }) => Object.values(details).join(" ")).toSorted()).toEqual(
      [
        ...Array<string>(4).fill("password wrong_password"),
        "password throttled_person",
        "step_up wrong_password",
      ].toSorted(),
    );
    const lines: { status: number; address?: string; route: string }[] = app.logLines.map((line) => JSON.parse(line));
    const refused = lines.filter(({ route, status }) => route === "/portal/session/password" && status !== 200);
    expect(refused.map(({ status, address }) => [status, address])).toContainEqual([429, "127.0.0.1"]);
    expect(refused.every(({ address }) => address === "127.0.0.1")).toBe(true);
    expect(lines.filter(({ status }) => status === 200).every(({ address }) => address === undefined)).toBe(true);
    const other = await createAccount(database, "Other", app.clock.nowMs());
    const key = await app.makeKey({ accountId: other });
    expect(JSON.parse((await app.call("/v1/audit-events", { key })).text).data).toEqual([]);
  });

  test("limits audit events for failures of a user to ten, then ten an hour", async () => {
    const { app, database } = await startWithOwner(kind);
    const count = async () => {
      const rows = await database.query("SELECT 1 FROM audit_events WHERE action = 'user.sign_in_failed' LIMIT 100");
      return rows.length;
    };
    for (let at = 0; at < 15; at++) await signIn(app, { password: "wrong" });
    await eventually(async () => expect(await count()).toBe(10));
    app.clock.advance(6 * minuteMs);
    await signIn(app, { password: "wrong" });
    await eventually(async () => expect(await count()).toBe(11));
  });

  test("a new sign-in link replaces older ones of the same user only", async () => {
    const { app, database } = await startApp(kind);
    const ada = await makeUser({ app, database }, { email });
    const bob = await makeUser({ app, database }, { email: "bob@example.com" });
    const tokens = [
      await makeLink({ app, database }, ada.id),
      await makeLink({ app, database }, bob.id),
      await makeLink({ app, database }, ada.id),
      await makeLink({ app, database }),
      await makeLink({ app, database }),
    ];
    const statuses = [];
    for (const token of tokens) {
      statuses.push((await new Browser(app).call("/portal/session/link", { body: { token } })).status);
    }
    expect(statuses).toEqual([404, 200, 200, 404, 200]);
    const both = await Promise.all([makeLink({ app, database }, ada.id), makeLink({ app, database }, ada.id)]);
    const answers = await Promise.all(
      both.map((token) => new Browser(app).call("/portal/session/link", { body: { token } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test("requires a step-up of sessions to change the plan, mark invoices as paid, or create and change webhooks, but not of keys", async () => {
    const { app, owner } = await startWithOwner(kind);
    const url = "http://127.0.0.1:9/";
    const made = await owner.call("/v1/webhooks", { body: { url, events: ["*"] } });
    expect(made.status).toBe(201);
    app.clock.advance(11 * minuteMs);
    const webhook = `/v1/webhooks/${String(made.body.id)}`;
    const changes = [
      ["POST", "/v1/webhooks", { url, events: ["*"] }],
      ["PATCH", webhook, { url }],
      ["DELETE", webhook, undefined],
      ["POST", "/v1/billing/subscription/change", { plan: "pro" }],
      ["POST", "/v1/billing/subscription/cancel", {}],
      ["POST", "/v1/billing/subscription/resume", {}],
      ["POST", "/v1/billing/invoices/inv_01kahz2j7p3v8c5m9n4q6r7s8t/mark-paid", {}],
    ] as const;
    for (const [method, path, body] of changes) {
      const refused = await owner.call(path, { method, body });
      expect(refused, path).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
      const byKey = await app.call(path, { method, body });
      expect(byKey.body.code, path).not.toBe("STEP_UP_REQUIRED");
    }
    expect(await owner.call("/v1/billing/subscription/preview", { body: { plan: "scale" } })).toMatchObject({
      status: 200,
    });
    expect(await owner.call("/portal/step-up", { body: { password } })).toMatchObject({ status: 200 });
    expect(await owner.call("/v1/webhooks", { body: { url, events: ["*"] } })).toMatchObject({ status: 201 });
  });

  test("a password alone does not step up a user with an authenticator", async () => {
    const { app, owner } = await startWithOwner(kind);
    const { code } = await addTotp(app, owner);
    app.clock.advance(11 * minuteMs);
    const refused = { status: 401, body: { code: "SECOND_FACTOR_REQUIRED" } };
    expect(await owner.call("/portal/step-up", { body: { password } })).toMatchObject(refused);
    expect(await owner.call("/portal/step-up", { body: { password: "wrong" } })).toMatchObject(refused);
    const change = { method: "PUT", body: { password: "another password", current: password } };
    expect(await owner.call("/portal/security/password", change)).toMatchObject({ body: { code: "STEP_UP_REQUIRED" } });
    expect(await owner.call("/portal/step-up", { body: { code: code() } })).toMatchObject({ status: 200 });
  });

  test("rejects email changes with the same error for used and unused addresses, and limits attempts at a first one", async () => {
    const { app, database, owner } = await startWithOwner(kind);
    const accountId = await createAccount(database, "Other", app.clock.nowMs());
    await makeUser({ app, database }, { accountId, email: "taken@example.com" });
    const save = async (browser: Browser, address: string) => {
      const { status, body } = await browser.call("/portal/profile", {
        method: "PUT",
        body: { name: "A", email: address },
      });
      return { status, code: body.code, detail: body.detail };
    };
    const [taken, free] = [await save(owner, "taken@example.com"), await save(owner, "free@example.com")];
    expect(taken).toMatchObject({ status: 409, code: "STATE_INVALID" });
    expect(free).toEqual(taken);
    expect(await save(owner, email.toUpperCase())).toMatchObject({ status: 200 });
    const userWithoutEmail = await signInAs({ app, database }, { accountId });
    for (let at = 0; at < 3; at++)
      expect(await save(userWithoutEmail, "taken@example.com")).toMatchObject({ code: "CONFLICT" });
    expect(await save(userWithoutEmail, "taken@example.com")).toMatchObject({ status: 429 });
    expect(await save(userWithoutEmail, "free@example.com")).toMatchObject({ status: 429 });
  });
});
