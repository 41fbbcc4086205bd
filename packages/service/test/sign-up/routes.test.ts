import type { CompletedSignUp } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { Browser, makeUser } from "../browser-session.ts";
import { codeOf } from "../identity/memberships.ts";
import { mailsTo, startSignUpApp, tokenIn } from "./sign-up-app.ts";

const password = "seven quiet lanterns drift";
const given = { name: "Grace Hopper", accountName: "Example Travel", email: "grace@example.com", password };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a sign-up creates an account with an owner and a test key after the address is proved", async () => {
    const { app, database } = await startSignUpApp(kind);
    const browser = new Browser(app);
    const email = "Grace@Example.COM";
    expect(await browser.call("/portal/sign-up", { body: { ...given, email } })).toMatchObject({
      status: 202,
      text: "",
    });
    expect(await database.query("SELECT id FROM users")).toEqual([]);
    expect(await database.query("SELECT id FROM accounts")).toHaveLength(1);
    const [mail] = await mailsTo(database, given.email);
    const token = tokenIn(mail);
    expect(await browser.call("/portal/sign-up/link", { body: { token } })).toMatchObject({
      body: { kind: "confirmation", email: given.email },
    });
    // The owner of the address must not confirm the sign-up of another person.
    const guess = { token, password: "not the password" };
    expect(await codeOf(browser, "/portal/sign-up/complete", { body: guess })).toBe("SIGN_IN_FAILED");
    const answer = await browser.call("/portal/sign-up/complete", { body: { token, password } });
    const { session, key }: CompletedSignUp = JSON.parse(answer.text);
    expect(session).toMatchObject({ role: "owner", account: { name: "Example Travel" }, needs: [] });
    expect(await app.call("/v1/keys/self", { key: key.secret })).toMatchObject({
      status: 200,
      body: { environment: "test" },
    });
    expect(await browser.call("/v1/billing/subscription")).toMatchObject({ body: { plan: "free" } });
    const audit = JSON.parse((await browser.call("/v1/audit-events")).text).data;
    expect(audit.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      "account.created",
      "key.created",
      "user.joined",
      "user.signed_in",
    ]);
    expect(await codeOf(new Browser(app), "/portal/sign-up/complete", { body: { token, password } })).toBe("NOT_FOUND");
    const signIn = { body: { email: given.email, password } };
    expect(await codeOf(new Browser(app), "/portal/session/password", signIn)).toBe(200);
  });

  test("an address with a user gets the same response, and a mail that says so without a link to confirm", async () => {
    const { app, database } = await startSignUpApp(kind);
    await makeUser({ app, database }, { email: given.email });
    const known = await new Browser(app).call("/portal/sign-up", { body: given });
    const other = { ...given, email: "new@example.com" };
    const unknown = await new Browser(app).call("/portal/sign-up", { body: other });
    const shown = ({ status, text, headers }: typeof known) => ({
      status,
      text,
      names: [...headers.keys()].toSorted(),
    });
    expect(shown(known)).toEqual(shown(unknown));
    const weak = { body: { ...given, password: "password12" } };
    expect(await codeOf(new Browser(app), "/portal/sign-up", weak)).toBe("REQUEST_INVALID");
    const mails = await mailsTo(database, given.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["You already have a Wayfare user"]);
    expect(tokenIn(mails[0])).toBe("");
    const rows = await database.query<{ email: string }>("SELECT email FROM sign_ups ORDER BY email");
    expect(rows.map(({ email }) => email)).toEqual([given.email, "new@example.com"]);
  });

  test("concurrent confirmations create one account", async () => {
    const { app, database } = await startSignUpApp(kind);
    for (let tries = 0; tries < 2; tries++) await new Browser(app).call("/portal/sign-up", { body: given });
    const tokens = (await mailsTo(database, given.email)).map(tokenIn);
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) =>
        codeOf(new Browser(app), "/portal/sign-up/complete", { body: { token, password } }),
      ),
    );
    expect(answers.filter((code) => code === 200)).toHaveLength(1);
    for (const code of answers) expect([200, "NOT_FOUND", "CONFLICT"]).toContain(code);
    expect(await database.query("SELECT id FROM accounts WHERE name = 'Example Travel'")).toHaveLength(1);
    expect(await database.query("SELECT id FROM api_keys WHERE name = 'First test key'")).toHaveLength(1);
  });
});
