import type { SignedInDevice } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startApp } from "../../access-app.ts";
import { type Browser, makeUser, signInAs } from "../../browser-session.ts";
import { codeOf, joinOther } from "../memberships.ts";

async function list(browser: Browser): Promise<SignedInDevice[]> {
  return JSON.parse((await browser.call("/portal/sessions")).text).data;
}

const end = (browser: Browser, session: SignedInDevice | undefined) =>
  codeOf(browser, `/portal/sessions/${session?.id}`, { method: "DELETE" });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a session of single sign-on lists and ends those of the same user and account only", async () => {
    const { app, database } = await startApp(kind);
    const parts = { app, database };
    const bob = await makeUser(parts, { email: "bob@example.com" });
    const own = await signInAs(parts, { ...bob, isSso: true });
    const phone = await signInAs(parts, { ...bob, isSso: true });
    const password = await signInAs(parts, bob);
    const other = await joinOther(parts, bob);
    const elsewhere = await signInAs(parts, { ...bob, accountId: other.accountId, isSso: true });
    const colleague = await signInAs(parts, { isSso: true });
    const all = await list(password);
    const [ofOwn, ofPhone, ofPassword, ofElsewhere] = await Promise.all(
      [own, phone, password, elsewhere].map(async (browser) => (await list(browser)).find(({ current }) => current)),
    );
    const idsOf = (sessions: readonly (SignedInDevice | undefined)[]) => new Set(sessions.map((each) => each?.id));
    expect(all).toHaveLength(4);
    expect(idsOf(all)).toEqual(idsOf([ofOwn, ofPhone, ofPassword, ofElsewhere]));
    expect(idsOf(await list(own))).toEqual(idsOf([ofOwn, ofPhone]));
    expect(await list(elsewhere)).toMatchObject([{ current: true }]);
    const ofColleague = (await list(colleague))[0];
    for (const foreign of [ofPassword, ofElsewhere, ofColleague]) expect(await end(own, foreign)).toBe("NOT_FOUND");
    expect(await end(own, ofPhone)).toBe(204);
    expect(await codeOf(phone, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    for (const browser of [own, password, elsewhere, colleague]) {
      expect(await codeOf(browser, "/portal/session")).toBe(200);
    }
    expect(await end(password, ofElsewhere)).toBe(204);
    const ended = JSON.parse((await app.call("/v1/audit-events?type=user.session_revoked")).text).data;
    expect(ended).toMatchObject([{ actor: { type: "user", id: bob.id }, details: { sessionId: ofPhone?.id } }]);
  });

  test("sessions of single sign-on are listed for 24 hours, others for 30 days", async () => {
    const { app, database } = await startApp(kind);
    const bob = await makeUser({ app, database });
    const password = await signInAs({ app, database }, bob);
    await signInAs({ app, database }, { ...bob, isSso: true });
    expect(await list(password)).toHaveLength(2);
    app.clock.advance(24 * 3_600_000);
    expect(await list(password)).toMatchObject([{ current: true }]);
  });
});
