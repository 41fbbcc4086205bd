import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startOidcDouble } from "../../../../../tests/oidc-double.ts";
import { Browser, makeUser, sessionIn } from "../../browser-session.ts";
import { codeOf } from "../memberships.ts";
import { connect, finish, listAudit, listRoles, start, startSsoApp } from "./connected-app.ts";

const ada = { sub: "u1", email: "ada@corp.example", email_verified: true };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open(changes: Record<string, unknown> = {}) {
    const oidc = await startOidcDouble();
    const parts = await startSsoApp(kind);
    const owner = await connect(parts, { issuer: oidc.issuer, changes });
    return { ...parts, oidc, owner };
  }

  test("refuses a code that was injected from the sign-in of another browser", async () => {
    const { app, database, oidc } = await open();
    await makeUser({ app, database }, { email: "ada@corp.example" });
    const [own, other] = [new Browser(app), new Browser(app)];
    const injected = await oidc.signIn(await start(other), ada);
    const callback = await oidc.signIn(await start(own), ada);
    callback.searchParams.set("code", injected.searchParams.get("code") ?? "");
    expect(await finish(own, callback)).toBe("/sign-in?sso=refused");
    expect(await codeOf(own, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    const [failed] = await listAudit(app, "sso.sign_in_failed");
    expect(failed?.details).toMatchObject({ result: "refused", detail: expect.stringMatching(/refused the code/) });
  });

  test("creates one user in concurrent first sign-ins", async () => {
    const { app, database, oidc } = await open({ createsUsers: true, defaultRole: "viewer" });
    const tries = [];
    for (let index = 0; index < 3; index++) {
      const browser = new Browser(app);
      tries.push({ browser, callback: await oidc.signIn(await start(browser), { ...ada, name: "Ada" }) });
    }
    const targets = await Promise.all(tries.map(({ browser, callback }) => finish(browser, callback)));
    expect(targets).toEqual(Array(3).fill("/sign-in?sso=done"));
    expect(await listRoles(database, "ada@corp.example", app.accountId)).toEqual([{ role: "viewer" }]);
    const [first] = tries;
    expect(sessionIn(await (first?.browser ?? new Browser(app)).call("/portal/session"))).toMatchObject({
      user: { name: "Ada" },
      needs: [],
    });
  });
});
