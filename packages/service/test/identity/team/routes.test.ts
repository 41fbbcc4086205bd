import type { Role, Team } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";

const dayMs = 86_400_000;

async function readTeam(browser: Browser): Promise<Team> {
  return JSON.parse((await browser.call("/portal/team")).text);
}

async function invite(owner: Browser, email: string, role: Role = "developer") {
  const answer = await owner.call("/portal/invitations", { body: { email, role } });
  const { id, url = "" }: { id: string; url?: string } = JSON.parse(answer.text);
  return { answer, id, url, token: new URL(url, "http://localhost").hash.slice(1) };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a user joins by an invitation, whose link is returned once with the token in the fragment", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    app.clock.advance(1);
    const { answer, url, token, id } = await invite(owner, "Bob@Example.com", "viewer");
    expect(answer).toMatchObject({ status: 201, body: { email: "bob@example.com", role: "viewer" } });
    expect(url).toMatch(/^http:\/\/localhost:8080\/sign-in#[\w-]{43}$/);
    const before = await owner.call("/portal/team");
    expect(before.text).not.toContain(token);
    expect(JSON.parse(before.text)).toMatchObject({
      members: [{ role: "owner" }],
      invitations: [{ id, role: "viewer" }],
    });
    const bob = new Browser(app);
    expect(await bob.call("/portal/session/link", { body: { token } })).toMatchObject({
      status: 200,
      body: { role: "viewer", user: { email: "bob@example.com" }, needs: ["profile"] },
    });
    expect(await readTeam(bob)).toMatchObject({
      members: [{ role: "owner" }, { role: "viewer", email: "bob@example.com" }],
      invitations: [],
    });
    expect(await invite(owner, "bob@example.com")).toMatchObject({ answer: { status: 409 } });
  });

  test("twenty concurrent uses of an invitation create one user", async () => {
    const { app, database } = await startApp(kind);
    const { token } = await invite(await signInAs({ app, database }), "bob@example.com");
    const body = { token };
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => new Browser(app).call("/portal/session/link", { body })),
    );
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(404)]);
    expect(await database.query("SELECT id FROM users WHERE email = 'bob@example.com'")).toHaveLength(1);
  });

  test("rejects an invitation that is withdrawn, replaced, expired or from a removed user", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const second = await makeUser({ app, database });
    const tokens: string[] = [];
    const withdrawn = await invite(owner, "a@example.com");
    expect(await owner.call(`/portal/invitations/${withdrawn.id}`, { method: "DELETE" })).toMatchObject({
      status: 204,
    });
    expect(await owner.call(`/portal/invitations/${withdrawn.id}`, { method: "DELETE" })).toMatchObject({
      status: 404,
    });
    tokens.push(withdrawn.token, (await invite(owner, "b@example.com")).token);
    const replacing = await invite(owner, "b@example.com");
    tokens.push((await invite(await signInAs({ app, database }, second), "c@example.com", "owner")).token);
    expect(await owner.call(`/portal/team/${second.id}`, { method: "DELETE" })).toMatchObject({ status: 204 });
    const use = async (token: string) =>
      (await new Browser(app).call("/portal/session/link", { body: { token } })).status;
    for (const token of tokens) expect(await use(token)).toBe(404);
    expect(await use(replacing.token)).toBe(200);
    const late = await invite(owner, "d@example.com");
    app.clock.advance(7 * dayMs);
    expect(await use(late.token)).toBe(404);
  });

  test("keeps the last owner when two owners are removed concurrently", async () => {
    const { app, database } = await startApp(kind);
    const [ada, bob] = [await makeUser({ app, database }), await makeUser({ app, database })];
    const [asAda, asBob] = [await signInAs({ app, database }, ada), await signInAs({ app, database }, bob)];
    const [first, second] = await Promise.all([
      asAda.call(`/portal/team/${bob.id}`, { method: "PATCH", body: { role: "viewer" } }),
      asBob.call(`/portal/team/${ada.id}`, { method: "DELETE" }),
    ]);
    expect([first.status, second.status].filter((status) => status === 204)).toHaveLength(1);
    const left = first.status === 204 ? { browser: asAda, user: ada } : { browser: asBob, user: bob };
    const path = `/portal/team/${left.user.id}`;
    expect(await left.browser.call(path, { method: "DELETE" })).toMatchObject({ body: { code: "STATE_INVALID" } });
    expect(await left.browser.call(path, { method: "PATCH", body: { role: "billing" } })).toMatchObject({
      status: 409,
    });
    expect(await left.browser.call(path, { method: "PATCH", body: { role: "owner" } })).toMatchObject({ status: 204 });
  });

  test("one of two owners who concurrently remove each other stays, even with a third owner", async () => {
    const { app, database } = await startApp(kind);
    const [ada, bob] = [await makeUser({ app, database }), await makeUser({ app, database })];
    const third = await signInAs({ app, database });
    const [asAda, asBob] = [await signInAs({ app, database }, ada), await signInAs({ app, database }, bob)];
    const [first, second, invited] = await Promise.all([
      asAda.call(`/portal/team/${bob.id}`, { method: "DELETE" }),
      asBob.call(`/portal/team/${ada.id}`, { method: "DELETE" }),
      invite(asBob, "back@example.com", "owner"),
    ]);
    expect([first.status, second.status].filter((status) => status === 204)).toHaveLength(1);
    const { members, invitations } = await readTeam(third);
    expect(members).toHaveLength(2);
    const isBobIn = members.some(({ id }) => id === bob.id);
    expect(invitations).toHaveLength(isBobIn && invited.answer.status === 201 ? 1 : 0);
  });

  test("a new role applies from the next request on, and a removed user is rejected at once", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const bob = await makeUser({ app, database }, { role: "viewer", email: "bob@example.com" });
    const browser = await signInAs({ app, database }, bob);
    const create = () => browser.call("/v1/applications", { body: { name: "Shop" } });
    expect(await create()).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
    const path = `/portal/team/${bob.id}`;
    expect(await owner.call(path, { method: "PATCH", body: { role: "developer" } })).toMatchObject({ status: 204 });
    expect(await create()).toMatchObject({ status: 201 });
    expect(sessionIn(await browser.call("/portal/session")).role).toBe("developer");
    expect(await owner.call(path, { method: "DELETE" })).toMatchObject({ status: 204 });
    expect(await create()).toMatchObject({ status: 401 });
    expect(await owner.call(path, { method: "DELETE" })).toMatchObject({ status: 404 });
    expect((await invite(owner, "bob@example.com")).answer.status).toBe(201);
  });

  test("audits team changes, and returns 404 for users of another account", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const accountId = await createAccount(database, "Other", app.clock.nowMs());
    const otherUser = await makeUser({ app, database }, { accountId });
    const foreign = await invite(await signInAs({ app, database }, otherUser), "c@example.com");
    const bob = await makeUser({ app, database }, { role: "viewer" });
    expect(await owner.call(`/portal/team/${otherUser.id}`, { method: "DELETE" })).toMatchObject({ status: 404 });
    const body = { role: "viewer" };
    expect(await owner.call(`/portal/team/${otherUser.id}`, { method: "PATCH", body })).toMatchObject({ status: 404 });
    expect(await owner.call(`/portal/invitations/${foreign.id}`, { method: "DELETE" })).toMatchObject({ status: 404 });
    await owner.call(`/portal/team/${bob.id}`, { method: "PATCH", body: { role: "billing" } });
    app.clock.advance(1);
    const { id } = await invite(owner, "c@example.com");
    const { user } = sessionIn(await owner.call("/portal/session"));
    const { text } = await owner.call("/v1/audit-events");
    expect(JSON.parse(text).data).toMatchObject([
      { type: "invitation.created", actor: { type: "user", id: user.id }, subject: { type: "invitation", id } },
      {
        type: "user.role_changed",
        subject: { type: "user", id: bob.id },
        details: { before: "viewer", after: "billing" },
      },
    ]);
  });
});
