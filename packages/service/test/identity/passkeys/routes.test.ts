import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const minuteMs = 60_000;

async function challengeFrom(browser: Browser, path: string): Promise<{ challenge: string }> {
  return JSON.parse((await browser.call(path, { method: "POST" })).text);
}

/** Adds a passkey for the user of a browser. */
async function addPasskey(browser: Browser, authenticator = new SoftwareAuthenticator()) {
  const options = await challengeFrom(browser, "/portal/security/passkeys/options");
  const response = authenticator.register(options);
  const added = await browser.call("/portal/security/passkeys", { body: { name: "Laptop", response } });
  return { authenticator, added, response };
}

/** Signs in with a passkey in a new browser. */
async function signInWith(browser: Browser, authenticator: SoftwareAuthenticator) {
  const options = await challengeFrom(browser, "/portal/session/passkey/options");
  const response = authenticator.assert(options);
  return { answer: await browser.call("/portal/session/passkey", { body: { response } }), response };
}

const refused = { status: 401, body: { code: "SIGN_IN_FAILED" } };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("adds a passkey, signs in and steps up with it, and removes it", async () => {
    const { app, database } = await startApp(kind);
    const user = await makeUser({ app, database }, { email: "ada@example.com" });
    const owner = await signInAs({ app, database }, user);
    const { authenticator, added } = await addPasskey(owner);
    expect(added).toMatchObject({ status: 201, body: { name: "Laptop", lastUsedAt: null } });
    const browser = new Browser(app);
    const { answer } = await signInWith(browser, authenticator);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect(sessionIn(await browser.call("/portal/session")).security.passkeys).toBe(1);
    app.clock.advance(11 * minuteMs);
    expect(await browser.call("/portal/security/passkeys/options", { method: "POST" })).toMatchObject({ status: 403 });
    const options = await challengeFrom(browser, "/portal/step-up/passkey/options");
    const confirmed = await browser.call("/portal/step-up/passkey", {
      body: { response: authenticator.assert(options) },
    });
    expect(confirmed).toMatchObject({ status: 200 });
    const { text } = await browser.call("/portal/security/passkeys");
    const { data }: { data: { id: string; lastUsedAt: string }[] } = JSON.parse(text);
    expect(data).toMatchObject([{ lastUsedAt: new Date(app.clock.nowMs()).toISOString() }]);
    const path = `/portal/security/passkeys/${data[0]?.id}`;
    const otherUser = await signInAs({ app, database });
    expect(await otherUser.call(path, { method: "DELETE" })).toMatchObject({ status: 404 });
    expect(await browser.call(path, { method: "DELETE" })).toMatchObject({ status: 204 });
    expect((await signInWith(new Browser(app), authenticator)).answer).toMatchObject(refused);
  });

  test("accepts a challenge once, within five minutes, from the browser that requested it", async () => {
    const { app, database } = await startApp(kind);
    const { authenticator } = await addPasskey(await signInAs({ app, database }));
    const browser = new Browser(app);
    const { answer, response } = await signInWith(browser, authenticator);
    expect(answer.status).toBe(200);
    expect(await browser.call("/portal/session/passkey", { body: { response } })).toMatchObject(refused);
    const options = await challengeFrom(browser, "/portal/session/passkey/options");
    const answered = { response: authenticator.assert(options) };
    const kept = browser.cookies.get("wayfare_challenge") ?? "";
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => {
        const same = new Browser(app);
        same.cookies.set("wayfare_challenge", kept);
        return same.call("/portal/session/passkey", { body: answered });
      }),
    );
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
    const stolen = await challengeFrom(browser, "/portal/session/passkey/options");
    const other = new Browser(app);
    await challengeFrom(other, "/portal/session/passkey/options");
    const body = { response: authenticator.assert(stolen) };
    expect(await other.call("/portal/session/passkey", { body })).toMatchObject(refused);
    const late = await challengeFrom(browser, "/portal/session/passkey/options");
    app.clock.advance(5 * minuteMs);
    expect(
      await browser.call("/portal/session/passkey", { body: { response: authenticator.assert(late) } }),
    ).toMatchObject(refused);
  });

  test("rejects a challenge of another purpose or session", async () => {
    const { app, database } = await startApp(kind);
    const ada = await signInAs({ app, database });
    const bob = await signInAs({ app, database });
    const { authenticator } = await addPasskey(ada);
    const { authenticator: bobs } = await addPasskey(bob);
    const forAda = await challengeFrom(ada, "/portal/step-up/passkey/options");
    const answer = (browser: Browser, path: string, response: object) => browser.call(path, { body: { response } });
    expect(await answer(bob, "/portal/step-up/passkey", bobs.assert(forAda))).toMatchObject(refused);
    expect(await answer(ada, "/portal/step-up/passkey", bobs.assert(forAda))).toMatchObject(refused);
    const signIn = await challengeFrom(ada, "/portal/session/passkey/options");
    expect(await answer(ada, "/portal/step-up/passkey", authenticator.assert(signIn))).toMatchObject(refused);
    const again = await challengeFrom(ada, "/portal/step-up/passkey/options");
    expect(await answer(ada, "/portal/session/passkey", authenticator.assert(again))).toMatchObject(refused);
    expect(await answer(ada, "/portal/step-up/passkey", authenticator.assert(again))).toMatchObject({ status: 200 });
  });

  test("rejects responses of another origin, without user verification, or of a cloned authenticator", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const elsewhere = await addPasskey(owner, new SoftwareAuthenticator("https://evil.example"));
    expect(elsewhere.added).toMatchObject(refused);
    const unverified = new SoftwareAuthenticator();
    unverified.flags = 0x01;
    expect((await addPasskey(owner, unverified)).added).toMatchObject(refused);
    const { authenticator, response } = await addPasskey(owner);
    const twice = await owner.call("/portal/security/passkeys", { body: { name: "Again", response } });
    expect(twice).toMatchObject(refused);
    authenticator.flags = 0x01;
    expect((await signInWith(new Browser(app), authenticator)).answer).toMatchObject(refused);
    authenticator.flags = 0x05;
    expect((await signInWith(new Browser(app), authenticator)).answer.status).toBe(200);
    await database.execute("UPDATE passkeys SET counter = 1000");
    expect((await signInWith(new Browser(app), authenticator)).answer).toMatchObject(refused);
    const malformed = { status: 400, body: { code: "REQUEST_INVALID" } };
    for (const [garbage, answered] of [
      [{}, malformed],
      [{ clientDataJSON: 7, authenticatorData: "e30", signature: "e30" }, malformed],
      [{ clientDataJSON: "e30", authenticatorData: "", signature: "e30" }, malformed],
      [{ clientDataJSON: "e30", authenticatorData: "e30", signature: "e30" }, refused],
      [{ clientDataJSON: "x", authenticatorData: "!", signature: "?" }, refused],
    ] as const) {
      const browser = new Browser(app);
      await challengeFrom(browser, "/portal/session/passkey/options");
      const id = authenticator.id.toString("base64url");
      const body = { response: { id, rawId: id, type: "public-key", response: garbage, clientExtensionResults: {} } };
      expect(await browser.call("/portal/session/passkey", { body })).toMatchObject(answered);
    }
  });
});
