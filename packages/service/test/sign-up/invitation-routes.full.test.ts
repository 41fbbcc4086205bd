import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { operatorOf } from "../access-app.ts";
import { Browser } from "../browser-session.ts";
import { codeOf } from "../identity/memberships.ts";
import { startSignUpApp } from "./sign-up-app.ts";

const email = "grace@example.com";
const password = "seven quiet lanterns drift";
const path = "/v1/operator/sign-up-invitations";

async function start(kind: (typeof testDatabaseKinds)[number], mode: "closed" | "invite") {
  const started = await startSignUpApp(kind, mode);
  const { app } = started;
  const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
  return { ...started, invite: (to: string) => app.call(path, { key, body: { email: to } }) };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("the command line invites, lists and withdraws", async () => {
    const { app, database } = await startSignUpApp(kind, "invite");
    const run = operatorOf(database, app.clock).runAccountCommand;
    const invited = await run({ do: "invite", email });
    expect(invited).toMatchObject({ email, mailed: false, url: expect.stringContaining("/sign-up#") });
    const id = "id" in invited ? (invited.id ?? "") : "";
    expect(await run({ do: "invitations" })).toMatchObject({ data: [{ id, email }] });
    expect(await run({ do: "withdraw_invitation", id })).toMatchObject({ id });
    expect(await run({ do: "invitations" })).toEqual({ data: [] });
  });

  test("sign-up without an invitation is refused unless it is open, and no one is invited while it is closed", async () => {
    const body = { name: "Grace", accountName: "Travel", email, password };
    for (const mode of ["invite", "closed"] as const) {
      const { app, database, invite } = await start(kind, mode);
      expect(await codeOf(new Browser(app), "/portal/sign-up", { body }), mode).toBe("SIGN_UP_CLOSED");
      expect(await database.query("SELECT email FROM sign_ups")).toEqual([]);
      if (mode === "closed") {
        expect(await invite(email)).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
        for (const step of ["link", "complete"]) {
          const given = { body: { token: "a".repeat(43), ...(step === "complete" ? { password } : {}) } };
          expect(await codeOf(new Browser(app), `/portal/sign-up/${step}`, given)).toBe("SIGN_UP_CLOSED");
        }
      }
    }
  });
});
