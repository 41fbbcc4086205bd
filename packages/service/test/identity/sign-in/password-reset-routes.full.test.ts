import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeUser } from "../../browser-session.ts";
import { mailsTo, startSignUpApp, tokenIn } from "../../sign-up/sign-up-app.ts";
import { codeOf } from "../memberships.ts";

const email = "bob@example.com";
const password = "seven quiet lanterns drift";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("limits requests for one address, and rejects expired links", async () => {
    const { app, database } = await startSignUpApp(kind, "closed");
    await makeUser({ app, database }, { email });
    const request = () => codeOf(new Browser(app), "/portal/password-reset", { body: { email } });
    expect([await request(), await request(), await request(), await request()]).toEqual([
      202,
      202,
      202,
      "RATE_LIMITED",
    ]);
    await eventually(async () => expect(await mailsTo(database, email)).toHaveLength(3));
    const token = tokenIn((await mailsTo(database, email))[0]);
    app.clock.advance(3_600_000);
    const body = { token, password };
    expect(await codeOf(new Browser(app), "/portal/password-reset/complete", { body })).toBe("NOT_FOUND");
  });

  test("without mail, the request says to ask the administrator", async () => {
    const { app } = await startApp(kind);
    expect(await codeOf(new Browser(app), "/portal/password-reset", { body: { email } })).toBe("STATE_INVALID");
  });
});
