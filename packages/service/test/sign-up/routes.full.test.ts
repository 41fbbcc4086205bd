import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { Browser } from "../browser-session.ts";
import { codeOf } from "../identity/memberships.ts";
import { mailsTo, startSignUpApp, tokenIn } from "./sign-up-app.ts";

const password = "seven quiet lanterns drift";
const given = { name: "Grace Hopper", accountName: "Example Travel", email: "grace@example.com", password };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("limits sign-ups of one network and one address over all processes", async () => {
    const { app, database } = await startSignUpApp(kind);
    const request = (email: string) => codeOf(new Browser(app), "/portal/sign-up", { body: { ...given, email } });
    const sameAddress = [];
    for (const email of ["a@example.com", "A@example.com", " a@example.com", "A@EXAMPLE.COM"]) {
      sameAddress.push(await request(email.trim()));
    }
    expect(sameAddress).toEqual([202, 202, 202, "RATE_LIMITED"]);
    const others = await Promise.all(Array.from({ length: 14 }, (_, index) => request(`a+${index}@example.com`)));
    expect(others.filter((code) => code === 202)).toHaveLength(6);
    expect(await database.query("SELECT id FROM mails")).toHaveLength(9);
  });

  test("rejects expired links and links of other kinds", async () => {
    const { app, database } = await startSignUpApp(kind);
    await new Browser(app).call("/portal/sign-up", { body: given });
    const token = tokenIn((await mailsTo(database, given.email))[0]);
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token } })).toBe("NOT_FOUND");
    const reset = { body: { token, password } };
    expect(await codeOf(new Browser(app), "/portal/password-reset/complete", reset)).toBe("NOT_FOUND");
    app.clock.advance(86_400_000);
    expect(await codeOf(new Browser(app), "/portal/sign-up/complete", reset)).toBe("NOT_FOUND");
  });
});
