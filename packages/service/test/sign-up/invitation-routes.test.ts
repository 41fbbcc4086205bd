import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { markOperator } from "../../src/identity/users/store.ts";
import { Browser, makeUser, signInAs } from "../browser-session.ts";
import { codeOf } from "../identity/memberships.ts";
import { mailsTo, startSignUpApp, tokenIn } from "./sign-up-app.ts";

const email = "grace@example.com";
const password = "seven quiet lanterns drift";
const path = "/v1/operator/sign-up-invitations";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("an operator invites a customer, who creates the account", async () => {
    const { app, database } = await startSignUpApp(kind, "invite");
    const ada = await makeUser({ app, database });
    const owner = await signInAs({ app, database }, ada);
    const invite = () => owner.call(path, { body: { email } });
    expect(await invite()).toMatchObject({ status: 403 });
    await markOperator(database, { accountId: app.accountId, userId: ada.id }, app.clock.nowMs());
    const invited = await invite();
    expect(invited).toMatchObject({ status: 201, body: { email, mailed: true } });
    const token = tokenIn((await mailsTo(database, email))[0]);
    expect(String(invited.body.url)).toBe(`http://localhost:8080/sign-up#${token}`);
    const browser = new Browser(app);
    const complete = (body: object) => codeOf(browser, "/portal/sign-up/complete", { body: { token, ...body } });
    const names = { name: "Grace Hopper", accountName: "Example Travel" };
    expect(await complete({ password })).toBe("REQUEST_INVALID");
    expect(await complete({ ...names, password: "password12" })).toBe("REQUEST_INVALID");
    expect(await complete({ ...names, password })).toBe(200);
    expect(await browser.call("/portal/session")).toMatchObject({ body: { role: "owner", user: { email } } });
    const log = JSON.parse((await owner.call("/v1/audit-events")).text).data;
    const invitationId = invited.body.id;
    const details = { name: "Example Travel", plan: "free", currency: "USD", invitationId };
    const subject = { type: "invitation", id: invitationId };
    expect(log).toContainEqual(expect.objectContaining({ type: "account.created", details }));
    expect(log).toContainEqual(expect.objectContaining({ type: "account.invited", subject }));
    // Erasures of customers do not reach the log of the operators.
    expect(JSON.stringify(log)).not.toContain(email);
  });

  test("lists and withdraws invitations, and a newer one replaces that of the same address", async () => {
    const { app, database } = await startSignUpApp(kind, "invite");
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const invite = (to: string) => app.call(path, { key, body: { email: to } });
    const tokens = [];
    for (const to of [email, "Grace@Example.com", "ada@example.com"]) {
      // Invitations of one millisecond have no order.
      app.clock.advance(1);
      tokens.push(tokenIn({ text: (await invite(to)).text }));
    }
    const page = await app.call(`${path}?limit=1`, { key });
    expect(page.body).toMatchObject({ data: [{ email: "ada@example.com" }] });
    const { nextCursor }: { nextCursor: string } = JSON.parse(page.text);
    const rest = await app.call(`${path}?limit=1&cursor=${nextCursor}`, { key });
    expect(rest.body).toMatchObject({ data: [{ email }], nextCursor: null });
    expect(rest.text).not.toContain("url");
    const open = (token: string | undefined) =>
      codeOf(new Browser(app), "/portal/sign-up/link", { body: { token: token ?? "" } });
    expect(await Promise.all(tokens.map(open))).toEqual(["NOT_FOUND", 200, 200]);
    const [row] = await database.query<{ id: string }>("SELECT id FROM sign_ups WHERE email = $1", [email]);
    const withdraw = () => app.call(`${path}/${row?.id}`, { key, method: "DELETE" });
    expect(await withdraw()).toMatchObject({ status: 200, body: { id: row?.id } });
    expect(await withdraw()).toMatchObject({ status: 404 });
    expect(await open(tokens[1])).toBe("NOT_FOUND");
    app.clock.advance(7 * 86_400_000);
    expect((await app.call(path, { key })).body).toMatchObject({ data: [] });
    expect(await open(tokens[2])).toBe("NOT_FOUND");
  });
});
