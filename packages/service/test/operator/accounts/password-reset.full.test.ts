import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { makeUser } from "../../browser-session.ts";
import { mailsTo, startSignUpApp, tokenIn } from "../../sign-up/sign-up-app.ts";

const email = "grace@example.com";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("with mail, only the user gets the link", async () => {
    const { app, database } = await startSignUpApp(kind, "closed");
    const accountId = await createAccount(database, "Example Travel", app.clock.nowMs());
    await makeUser({ app, database }, { accountId, email });
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const reset = () => app.call("/v1/operator/password-resets", { key, body: { email } });
    const made = await reset();
    expect(made).toMatchObject({ status: 201, body: { mailed: true, url: null } });
    const mails = await mailsTo(database, email);
    expect(tokenIn(mails[0])).not.toBe("");
    expect(made.text).not.toContain(tokenIn(mails[0]));
    for (let sent = 1; sent < 12; sent++) await reset();
    expect(await reset()).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    expect(await database.query("SELECT user_id FROM password_resets")).toHaveLength(12);
  });
});
