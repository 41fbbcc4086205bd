import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { Browser, makeUser, signInAs } from "../../browser-session.ts";
import { mailsTo, startSignUpApp, tokenIn } from "../../sign-up/sign-up-app.ts";
import { codeOf, joinOther } from "../memberships.ts";

const email = "bob@example.com";
const password = "seven quiet lanterns drift";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a mailed link sets a new password once, and ends all sessions", async () => {
    const { app, database } = await startSignUpApp(kind, "closed");
    const bob = await makeUser({ app, database }, { email });
    await joinOther({ app, database }, bob);
    const browser = await signInAs({ app, database }, bob);
    const request = (address: string) =>
      codeOf(new Browser(app), "/portal/password-reset", { body: { email: address } });
    expect(await request("nobody@example.com")).toBe(202);
    expect(await request("BOB@example.com")).toBe(202);
    await eventually(async () => expect(await mailsTo(database, email)).toHaveLength(1));
    expect(await database.query("SELECT id FROM mails")).toHaveLength(1);
    const token = tokenIn((await mailsTo(database, email))[0]);
    const complete = (given: string) =>
      codeOf(new Browser(app), "/portal/password-reset/complete", { body: { token, password: given } });
    expect(await complete("password12")).toBe("REQUEST_INVALID");
    const tries = await Promise.all([complete(password), complete(password)]);
    expect(tries.map(String).toSorted()).toEqual(["204", "NOT_FOUND"]);
    expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    expect(await codeOf(new Browser(app), "/portal/session/password", { body: { email, password } })).toBe(200);
    const audited = await database.query("SELECT id FROM audit_events WHERE action = 'user.password_changed'");
    expect(audited).toHaveLength(2);
  });
});
