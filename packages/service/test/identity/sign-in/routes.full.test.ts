import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { makeSecretBox } from "../../../src/secrets/secret-box.ts";
import { parseServerSecrets } from "../../../src/secrets/server-secret.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeLink, sessionIn, signInAs } from "../../browser-session.ts";
import type { RunningApp } from "../../running-app.ts";

const minuteMs = 60_000;
const email = "ada@example.com";
const password = "correct horse battery";

/** Signs in the first owner and sets name, email address and password. */
async function startWithOwner(kind: (typeof testDatabaseKinds)[number]) {
  const { app, database } = await startApp(kind);
  const owner = new Browser(app);
  await owner.call("/portal/session/link", { body: { token: await makeLink({ app, database }) } });
  await owner.call("/portal/profile", { method: "PUT", body: { name: "Ada", email: "Ada@Example.com ".trim() } });
  await owner.call("/portal/security/password", { method: "PUT", body: { password } });
  return { app, database, owner };
}

function signIn(app: RunningApp, body: Record<string, unknown>, browser = new Browser(app)) {
  return browser.call("/portal/session/password", { body: { email, password, ...body } });
}

/** Adds an authenticator. @returns a generator of its codes, and the recovery codes. */
async function addTotp(app: RunningApp, browser: Browser) {
  const { body } = await browser.call("/portal/security/totp", { method: "POST" });
  const secret = Secret.fromBase32(String(body.secret));
  const codeAt = (ms: number) => TOTP.generate({ secret, timestamp: ms });
  const code = codeAt(app.clock.nowMs());
  const confirmed = await browser.call("/portal/security/totp/confirm", { body: { code } });
  const { recoveryCodes }: { recoveryCodes: string[] } = JSON.parse(confirmed.text);
  return { uri: String(body.uri), codeAt, recoveryCodes, firstCode: code };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("signs in with a password and an email address in any case", async () => {
    const { app, owner } = await startWithOwner(kind);
    expect(sessionIn(await owner.call("/portal/session"))).toMatchObject({
      user: { name: "Ada", email },
      security: { password: true, totp: false, passkeys: 0, recoveryCodesLeft: 0 },
      needs: [],
    });
    const browser = new Browser(app);
    const signedIn = await signIn(app, { email: "ADA@example.COM" }, browser);
    expect(signedIn).toMatchObject({ status: 200, body: { role: "owner" } });
    expect((await browser.call("/portal/session")).text).toBe(signedIn.text);
    const cookie = signedIn.headers.getSetCookie();
    expect(cookie).toEqual([
      expect.stringMatching(/^wayfare_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test("returns the same error for an unknown address, a wrong password and a user without a password", async () => {
    const { app, database } = await startWithOwner(kind);
    await signInAs({ app, database }, { email: "bare@example.com" });
    const tries = [{ email: "nobody@example.com" }, { password: "wrong" }, { email: "bare@example.com" }];
    const bodies = new Set<string>();
    for (const body of tries) {
      const answer = await signIn(app, body);
      expect(answer).toMatchObject({ status: 401, body: { code: "SIGN_IN_FAILED" } });
      expect(answer.headers.getSetCookie()).toEqual([]);
      bodies.add(JSON.stringify({ ...answer.body, requestId: "" }));
    }
    expect([...bodies]).toHaveLength(1);
    expect(await signIn(app, { email: "a\u0000@b" })).toMatchObject({ status: 400 });
  });

  test("throttles wrong attempts by user and by IP address; successful ones consume nothing", async () => {
    const { app } = await startWithOwner(kind);
    for (let at = 0; at < 8; at++) expect((await signIn(app, {})).status).toBe(200);
    const wrong = async (address: string) => (await signIn(app, { email: address, password: "wrong" })).status;
    for (const address of [email, "nobody@example.com"]) {
      app.clock.advance(60 * minuteMs);
      for (let at = 0; at < 5; at++) expect(await wrong(address)).toBe(401);
      expect(await wrong(address)).toBe(429);
    }
    expect(await wrong(email)).toBe(401);
    app.clock.advance(60 * minuteMs);
    for (let at = 0; at < 5; at++) await wrong(email);
    const refused = await signIn(app, {});
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    app.clock.advance(Number(refused.headers.get("retry-after")) * 1000);
    expect((await signIn(app, {})).status).toBe(200);
    app.clock.advance(60 * minuteMs);
    for (let at = 0; at < 20; at++) expect(await wrong(`nobody${at}@example.com`)).toBe(401);
    expect(await wrong("nobody21@example.com")).toBe(429);
  });

  test("counts concurrent attempts like sequential ones", async () => {
    const { app } = await startWithOwner(kind);
    app.clock.advance(60 * minuteMs);
    const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(app, { password: "wrong" })));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test("an undecryptable authenticator secret returns a clear error and is logged; recovery codes work", async () => {
    const { app, database, owner } = await startWithOwner(kind);
    const { codeAt, recoveryCodes } = await addTotp(app, owner);
    const gone = makeSecretBox(parseServerSecrets(`gone:${Buffer.alloc(32, 9).toString("base64")}`));
    await database.execute("UPDATE users SET totp_secret = $1", [gone.seal("secret")]);
    app.clock.advance(minuteMs);
    const refused = await signIn(app, { code: codeAt(app.clock.nowMs()) });
    expect(refused).toMatchObject({ status: 401, body: { code: "SIGN_IN_FAILED" } });
    expect(refused.body.detail).toContain("cannot be verified");
    expect(app.logLines.join("")).toMatch(/"serverSecret":"gone".*sealed secret cannot be decrypted/);
    const [recovery] = recoveryCodes;
    expect((await signIn(app, { code: recovery })).status).toBe(200);
    expect((await signIn(app, { code: recovery })).status).toBe(401);
    await database.execute("UPDATE users SET totp_secret = NULL, totp_pending = $1", [gone.seal("secret")]);
    const confirmed = await owner.call("/portal/security/totp/confirm", { body: { code: "123456" } });
    expect(confirmed).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("requires a code with an authenticator; authenticator and recovery codes work once", async () => {
    const { app, owner } = await startWithOwner(kind);
    const { uri, codeAt, recoveryCodes, firstCode } = await addTotp(app, owner);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wayfare:ada%40example\.com\?/);
    expect(recoveryCodes).toHaveLength(10);
    expect(await signIn(app, {})).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_REQUIRED" } });
    expect(await signIn(app, { password: "wrong", code: "000000" })).toMatchObject({
      body: { code: "SIGN_IN_FAILED" },
    });
    expect(await signIn(app, { code: firstCode })).toMatchObject({ body: { code: "SIGN_IN_FAILED" } });
    app.clock.advance(minuteMs);
    const code = codeAt(app.clock.nowMs());
    const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(app, { code })));
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    // Clocks may differ by half a minute; codes older than the last accepted one are rejected.
    expect((await signIn(app, { code: codeAt(app.clock.nowMs() - 30_000) })).status).toBe(401);
    app.clock.advance(10 * minuteMs);
    expect((await signIn(app, { code: codeAt(app.clock.nowMs() + 30_000) })).status).toBe(200);
    expect((await signIn(app, { code: codeAt(app.clock.nowMs() + 90_000) })).status).toBe(401);
    const [recovery = ""] = recoveryCodes;
    expect((await signIn(app, { code: recovery.toUpperCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await signIn(app, { code: recovery })).status).toBe(401);
    expect(sessionIn(await owner.call("/portal/session")).security.recoveryCodesLeft).toBe(9);
  });

  test("requires a step-up, which is valid for ten minutes", async () => {
    const { app, owner } = await startWithOwner(kind);
    const create = () => owner.call("/v1/keys", { body: { name: "k", environment: "test", scopes: ["usage.read"] } });
    expect(await create()).toMatchObject({ status: 201 });
    app.clock.advance(10 * minuteMs);
    expect(await create()).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
    expect(sessionIn(await owner.call("/portal/session")).stepUpExpiresAt).toBeNull();
    const stepUp = (body: Record<string, unknown>) => owner.call("/portal/step-up", { body });
    expect(await stepUp({ password: "wrong" })).toMatchObject({ status: 401, body: { code: "SIGN_IN_FAILED" } });
    expect(await stepUp({ code: "123456" })).toMatchObject({ status: 401 });
    expect(await stepUp({})).toMatchObject({ status: 400 });
    const until = new Date(app.clock.nowMs() + 10 * minuteMs).toISOString();
    expect(await stepUp({ password })).toMatchObject({ status: 200, body: { stepUpExpiresAt: until } });
    expect(await create()).toMatchObject({ status: 201 });
    const { codeAt } = await addTotp(app, owner);
    app.clock.advance(10 * minuteMs);
    expect(await create()).toMatchObject({ status: 403 });
    expect(await stepUp({ code: codeAt(app.clock.nowMs()) })).toMatchObject({ status: 200 });
    expect(await stepUp({ code: codeAt(app.clock.nowMs()) })).toMatchObject({ status: 401 });
    expect(await create()).toMatchObject({ status: 201 });
    app.clock.advance(60 * minuteMs);
    for (let at = 0; at < 5; at++) expect((await stepUp({ code: "000000" })).status).toBe(401);
    expect((await stepUp({ password })).status).toBe(429);
  });

  test("a new password requires the old one or a step-up, and ends all other sessions", async () => {
    const { app, owner } = await startWithOwner(kind);
    const other = new Browser(app);
    await signIn(app, {}, other);
    app.clock.advance(11 * minuteMs);
    const change = (body: Record<string, unknown>) => owner.call("/portal/security/password", { method: "PUT", body });
    expect(await change({ password: "another password" })).toMatchObject({ body: { code: "STEP_UP_REQUIRED" } });
    expect(await change({ password: "another password", current: "wrong" })).toMatchObject({ status: 401 });
    expect(await change({ password: "short", current: password })).toMatchObject({ status: 400 });
    for (const weak of ["password1234", "qwertyuiop[]", "ada@example.com", "a".repeat(200)]) {
      const refused = await change({ password: weak, current: password });
      expect(refused).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
      expect(refused.text).toContain('"/password"');
      expect(refused.text).not.toContain(weak);
    }
    expect(await change({ password: "another password", current: password })).toMatchObject({ status: 204 });
    expect(await other.call("/portal/session")).toMatchObject({ status: 401 });
    expect(await owner.call("/portal/session")).toMatchObject({ status: 200 });
    expect((await signIn(app, {})).status).toBe(401);
    expect((await signIn(app, { password: "another password" })).status).toBe(200);
  });

  test("one of two concurrent password changes succeeds, and its session stays", async () => {
    const { app, owner } = await startWithOwner(kind);
    const attacker = new Browser(app);
    await signIn(app, {}, attacker);
    const passwords = ["the owner's own password", "the attacker's own password"];
    const answers = await Promise.all(
      [owner, attacker].map((browser, at) =>
        browser.call("/portal/security/password", {
          method: "PUT",
          body: { current: password, password: passwords[at] },
        }),
      ),
    );
    const won = answers.map(({ status }) => status === 204);
    expect(won.filter(Boolean)).toHaveLength(1);
    const tries = passwords.map((each) => signIn(app, { password: each }));
    expect((await Promise.all(tries)).map(({ status }) => status === 200)).toEqual(won);
  });

  test("lists and ends own sessions on other devices, and not those of other users", async () => {
    const { app, database, owner } = await startWithOwner(kind);
    const laptop = new Browser(app);
    const body = { email, password };
    app.clock.advance(1000);
    await laptop.call("/portal/session/password", { body, headers: { "user-agent": "Laptop" } });
    const otherUser = await signInAs({ app, database });
    const list = async (browser: Browser) => {
      const { text } = await browser.call("/portal/sessions");
      const { data }: { data: { id: string; device: string; current: boolean; address: string }[] } = JSON.parse(text);
      return data;
    };
    const [newest, oldest] = await list(owner);
    expect(newest).toMatchObject({ device: "Laptop", current: false, address: "127.0.0.1" });
    expect(oldest).toMatchObject({ current: true });
    const end = (browser: Browser) => browser.call(`/portal/sessions/${newest?.id}`, { method: "DELETE" });
    expect(await end(otherUser)).toMatchObject({ status: 404 });
    expect(await end(owner)).toMatchObject({ status: 204 });
    expect(await end(owner)).toMatchObject({ status: 404 });
    expect(await laptop.call("/portal/session")).toMatchObject({ status: 401 });
    expect(await list(owner)).toHaveLength(1);
  });

  test("tokens, passwords, codes and secrets are in no log line, row or other response", async () => {
    const { app, database, owner } = await startWithOwner(kind);
    const { recoveryCodes } = await addTotp(app, owner);
    const token = await makeLink({ app, database });
    await owner.call("/portal/session/link", { body: { token } });
    await signIn(app, { password: "a wrong password" });
    const kept = await database.query<{ row: string }>(
      `SELECT to_jsonb(u)::text AS row FROM users u UNION ALL SELECT to_jsonb(s)::text FROM sessions s
       UNION ALL SELECT to_jsonb(l)::text FROM sign_in_links l UNION ALL SELECT to_jsonb(r)::text FROM recovery_codes r
       UNION ALL SELECT to_jsonb(a)::text FROM audit_events a`,
    );
    const seen = `${app.logLines.join("")}${kept.map(({ row }) => row).join("")}`;
    const secrets = [token, password, "a wrong password", ...recoveryCodes, ...owner.cookies.values()];
    for (const secret of secrets) {
      expect(seen).not.toContain(secret);
      expect(seen).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });
});

test("a failed sign-in takes as long for an unknown email address", async () => {
  const { app } = await startWithOwner("pglite");
  const timeOf = async (body: Record<string, unknown>) => {
    app.clock.advance(60 * minuteMs);
    const before = performance.now();
    await signIn(app, { password: "wrong password", ...body });
    return performance.now() - before;
  };
  await timeOf({});
  // Alternating runs and the minimum of each, because other load only makes runs longer.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isEqual = () => unknown > known / 2 && known > unknown / 2;
  for (let at = 0; at < 100 && (at < 7 || !isEqual()); at++) {
    known = Math.min(known, await timeOf({}));
    unknown = Math.min(unknown, await timeOf({ email: "nobody@example.com" }));
  }
  // Comparing a hash takes tens of milliseconds, everything else a few.
  expect(isEqual()).toBe(true);
});

test("with HTTPS the cookie has the __Host- prefix, and a cookie without it is ignored", async () => {
  const { app, database } = await startApp("pglite", { trustProxy: ["127.0.0.1"] });
  const https = { "x-forwarded-proto": "https" };
  const browser = new Browser(app);
  const body = { token: await makeLink({ app, database }) };
  const signedIn = await browser.call("/portal/session/link", { body, headers: https });
  expect(signedIn.headers.getSetCookie()[0]).toMatch(
    /^__Host-wayfare_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(await browser.call("/portal/session", { headers: https })).toMatchObject({ status: 200 });
  const [token] = browser.cookies.values();
  const planted = new Browser(app, token);
  expect(await planted.call("/portal/session", { headers: https })).toMatchObject({ status: 401 });
});
