import type { Database, Queryable } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { saveConnection } from "../../../src/identity/connections/connection-store.ts";
import { insertDomain, markVerified, updateForced } from "../../../src/identity/connections/domain-store.ts";
import { hashPassword } from "../../../src/identity/credentials/passwords.ts";
import { insertPasswordReset } from "../../../src/identity/sign-in/password-reset-store.ts";
import { mustUseSso } from "../../../src/identity/sign-in/required-sso.ts";
import { updatePassword } from "../../../src/identity/users/credentials.ts";
import type { UserRecord } from "../../../src/identity/users/store.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { Browser, makeUser, signInAs } from "../../browser-session.ts";
import type { RunningApp } from "../../running-app.ts";
import { mailsTo, startSignUpApp, tokenIn } from "../../sign-up/sign-up-app.ts";
import { codeOf, inviteToOther, joinOther } from "../memberships.ts";

const password = "seven quiet lanterns drift";
const newPassword = "four amber windmills hum";
const forcedDomain = "corp.example";
const ssoSubject = "Sign in to Wayfare with single sign-on";

/** Connects an account to a provider that no test calls, and verifies a domain. */
async function connectDomain(
  { app, database }: { app: RunningApp; database: Database },
  { accountId, domain, isForced }: { accountId: string; domain: string; isForced: boolean },
) {
  const nowMs = app.clock.nowMs();
  const connection = {
    accountId,
    issuer: "https://login.corp.example",
    clientId: "wayfare",
    sealedSecret: Buffer.from("sealed"),
    groupsClaim: null,
    groupRoles: {},
    defaultRole: null,
    createsUsers: false,
    passwordsOff: false,
  };
  await saveConnection(database, connection, nowMs);
  await insertDomain(database, { accountId, domain, challenge: "c" }, nowMs);
  await markVerified(database, { accountId, domain }, nowMs);
  await updateForced(database, { accountId, domain, isForced });
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open({ isForced = true } = {}) {
    const { app, database } = await startSignUpApp(kind);
    const parts = { app, database };
    await connectDomain(parts, { accountId: app.accountId, domain: forcedDomain, isForced });
    const force = () => updateForced(database, { accountId: app.accountId, domain: forcedDomain, isForced: true });
    const makeBob = async (): Promise<UserRecord> => {
      const bob = await makeUser(parts, { role: "developer", email: "bob@corp.example" });
      await updatePassword(database, bob, await hashPassword(password));
      return bob;
    };
    const post = (path: string, body: object) => new Browser(app).call(path, { body });
    const byPassword = (given: string) =>
      codeOf(new Browser(app), "/portal/session/password", { body: { email: "bob@corp.example", password: given } });
    const subjectsTo = async (address: string) => (await mailsTo(database, address)).map(({ subject }) => subject);
    return { app, database, parts, force, makeBob, post, byPassword, subjectsTo };
  }

  const shown = ({ status, text, headers }: Awaited<ReturnType<Browser["call"]>>) => ({
    status,
    text,
    names: [...headers.keys()].toSorted(),
  });

  test("a password reset of a user whose accounts all force single sign-on is a mail without a link", async () => {
    const { database, makeBob, post, subjectsTo } = await open();
    await makeBob();
    const known = await post("/portal/password-reset", { email: "bob@corp.example" });
    const unknown = await post("/portal/password-reset", { email: "eve@corp.example" });
    expect(known.status).toBe(202);
    expect(shown(known)).toEqual(shown(unknown));
    await eventually(async () => expect(await subjectsTo("bob@corp.example")).toEqual([ssoSubject]));
    const [mail] = await mailsTo(database, "bob@corp.example");
    expect(mail?.text).toMatch(/^A new password .*Continue with single sign-on/);
    expect(tokenIn(mail)).toBe("");
    expect(await database.query("SELECT user_id FROM password_resets")).toEqual([]);
    expect(await subjectsTo("eve@corp.example")).toEqual([]);
  });

  test("a link to reset a password stops working when the domain is forced, and opens other accounts only", async () => {
    const { app, database, parts, force, makeBob, post, byPassword, subjectsTo } = await open({ isForced: false });
    const bob = await makeBob();
    const reset = { userId: bob.id, expiresAtMs: app.clock.nowMs() + 60_000 };
    const token = await insertPasswordReset(database, reset, app.clock.nowMs());
    await force();
    const complete = async () => {
      const { status, body } = await post("/portal/password-reset/complete", { token, password: newPassword });
      return body.code ?? status;
    };
    expect(await complete()).toBe("SSO_REQUIRED");
    expect(await byPassword(newPassword)).toBe("SIGN_IN_FAILED");
    expect(await byPassword(password)).toBe("SSO_REQUIRED");
    // With an account that accepts passwords, the user needs one, which does not open the account that forces single sign-on.
    const other = await joinOther(parts, bob);
    expect(await post("/portal/password-reset", { email: "bob@corp.example" })).toMatchObject({ status: 202 });
    await eventually(async () => expect(await subjectsTo("bob@corp.example")).toEqual(["Reset your Wayfare password"]));
    expect(await complete()).toBe(204);
    const browser = new Browser(app);
    const signedIn = await browser.call("/portal/session/password", {
      body: { email: "bob@corp.example", password: newPassword },
    });
    expect(signedIn.body).toMatchObject({ account: { id: other.accountId } });
    const back = { body: { accountId: app.accountId } };
    expect(await codeOf(browser, "/portal/session/account", back)).toBe("SSO_REQUIRED");
  });

  test("operators cannot reset the password of a user who must use single sign-on", async () => {
    const { app, database, parts } = await open();
    const accountId = await createAccount(database, "Customer", app.clock.nowMs());
    await connectDomain(parts, { accountId, domain: "customer.example", isForced: true });
    await makeUser(parts, { accountId, email: "joe@customer.example" });
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const body = { email: "joe@customer.example" };
    expect(await app.call("/v1/operator/password-resets", { key, body })).toMatchObject({
      status: 409,
      body: { code: "STATE_INVALID", detail: expect.stringContaining("single sign-on") },
    });
    expect(await database.query("SELECT user_id FROM password_resets")).toEqual([]);
  });

  test("a sign-up with an address of a forced domain is a mail without a link, and creates no account", async () => {
    const { database, makeBob, post, subjectsTo } = await open();
    await makeBob();
    const given = { name: "Eve", accountName: "Shadow account", password };
    const answers = [];
    for (const email of ["eve@corp.example", "bob@corp.example", "eve@else.example", "eve@sub.corp.example"]) {
      answers.push(shown(await post("/portal/sign-up", { ...given, email })));
    }
    expect(answers[0]).toMatchObject({ status: 202, text: "" });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await subjectsTo("eve@corp.example")).toEqual([ssoSubject]);
    expect(await subjectsTo("bob@corp.example")).toEqual([ssoSubject]);
    const [mail] = await mailsTo(database, "eve@corp.example");
    expect(mail?.text).toMatch(/^A sign-up .*Continue with single sign-on/);
    expect(tokenIn(mail)).toBe("");
    // Only the exact domain is forced.
    for (const email of ["eve@else.example", "eve@sub.corp.example"]) {
      expect(await subjectsTo(email)).toEqual(["Confirm your email address for Wayfare"]);
    }
  });

  test("a sign-up runs the same statements for an address with and without a user", async () => {
    const { database, makeBob } = await open();
    const bob = await makeBob();
    const count = async (user: UserRecord | undefined) => {
      let statements = 0;
      const db: Queryable = {
        ...database,
        query: (...call) => {
          statements += 1;
          return database.query(...call);
        },
      };
      return { mustUse: await mustUseSso(db, { user, email: "bob@corp.example" }), statements };
    };
    const known = await count(bob);
    expect(known).toEqual({ mustUse: true, statements: 2 });
    expect(await count(undefined)).toEqual(known);
  });

  test("a sign-up is refused at its last step if the domain was forced after the mail", async () => {
    const { database, force, post } = await open({ isForced: false });
    const email = "eve@corp.example";
    await post("/portal/sign-up", { name: "Eve", accountName: "Shadow account", email, password });
    const token = tokenIn((await mailsTo(database, email))[0]);
    expect(token).not.toBe("");
    await force();
    const refused = await post("/portal/sign-up/complete", { token, password });
    expect(refused).toMatchObject({ status: 403, body: { code: "SSO_REQUIRED" } });
    expect(await database.query("SELECT id FROM users WHERE email = 'eve@corp.example'")).toEqual([]);
    expect(await database.query("SELECT id FROM accounts WHERE name = 'Shadow account'")).toEqual([]);
  });

  test("an invitation of an operator may create an account with an address of a forced domain", async () => {
    const { app, post } = await open();
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const invited = await app.call("/v1/operator/sign-up-invitations", { key, body: { email: "eve@corp.example" } });
    const token = tokenIn(invited);
    const body = { token, password, name: "Eve", accountName: "Subsidiary" };
    expect(await post("/portal/sign-up/complete", body)).toMatchObject({ status: 200 });
  });

  test("an invitation to the account is a mail without a link, and its link is refused", async () => {
    const { app, database, parts, post, subjectsTo } = await open();
    const owner = await signInAs(parts, { email: "owner@corp.example" });
    const invite = async (email: string) => {
      const invited = await owner.call("/portal/invitations", { body: { email, role: "viewer" } });
      const singleSignOn = email.endsWith(`@${forcedDomain}`);
      expect(invited).toMatchObject({ status: 201, body: { mailed: true, singleSignOn } });
      return String(invited.body.url).split("#").at(-1) ?? "";
    };
    const token = await invite("eve@corp.example");
    expect(await subjectsTo("eve@corp.example")).toHaveLength(1);
    const [mail] = await mailsTo(database, "eve@corp.example");
    expect(mail?.text).toMatch(/sign in with this address and single sign-on/);
    expect(tokenIn(mail)).toBe("");
    expect(await post("/portal/session/link", { token })).toMatchObject({
      status: 403,
      body: { code: "SSO_REQUIRED" },
    });
    expect(await database.query("SELECT id FROM users WHERE email = 'eve@corp.example'")).toEqual([]);
    // Neither can a user of another account join with a password session.
    const elsewhere = await inviteToOther(parts, "joe@corp.example");
    const joe = new Browser(app);
    expect(await codeOf(joe, "/portal/session/link", { body: { token: elsewhere.token } })).toBe(200);
    const accept = { body: { token: await invite("joe@corp.example") } };
    expect(await codeOf(joe, "/portal/invitations/accept", accept)).toBe("SSO_REQUIRED");
    expect(await codeOf(joe, "/portal/session")).toBe(200);
    // Addresses of other domains still get a link.
    await invite("guest@else.example");
    expect(tokenIn((await mailsTo(database, "guest@else.example"))[0])).not.toBe("");
  });
});
