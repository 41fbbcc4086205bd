import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { consumeSignInLink } from "../../../src/identity/sign-in/links.ts";
import { makeAdminClient } from "../../../src/operator/commands/admin-client.ts";
import { findAdminSocketPath, openAdminSocket } from "../../../src/operator/commands/admin-socket.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { operatorOf, startApp } from "../../access-app.ts";
import { Browser, makeUser } from "../../browser-session.ts";

const hourMs = 3_600_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const { clock } = app;
    const burn = async (url: string) => consumeSignInLink(database, new URL(url).hash.slice(1), clock.nowMs());
    return { app, database, clock, operator: operatorOf(database, clock), burn };
  }

  test("a link signs in the first owner, creating one if needed, once and within an hour", async () => {
    const { app, clock, operator, burn } = await start();
    const first = await operator.createLoginLink({});
    expect(first.url).toMatch(/^http:\/\/localhost:8080\/sign-in#[\w-]{43}$/);
    expect(first).toMatchObject({ email: null, expiresAt: new Date(clock.nowMs() + hourMs).toISOString() });
    const owner = await burn(first.url);
    expect(owner).toMatchObject({ role: "owner", accountId: app.accountId });
    expect(await burn(first.url)).toBeUndefined();
    const late = await operator.createLoginLink({});
    expect(await burn((await operator.createLoginLink({})).url)).toMatchObject({ id: owner?.id });
    clock.advance(hourMs);
    expect(await burn(late.url)).toBeUndefined();
  });

  test("a link signs in the user with an email address in the given account", async () => {
    const { app, database, clock, operator, burn } = await start();
    const bob = await makeUser({ app, database }, { role: "viewer", email: "bob@example.com" });
    const link = await operator.createLoginLink({ email: "Bob@Example.com" });
    expect(link.email).toBe("bob@example.com");
    expect(await burn(link.url)).toMatchObject({ id: bob.id });
    const accountId = await createAccount(database, "Other", clock.nowMs());
    for (const order of [{ email: "eve@example.com" }, { email: "bob@example.com", accountId }]) {
      await expect(operator.createLoginLink(order)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  test("the admin socket creates links and rejects invalid email addresses", async () => {
    const { app, clock, operator } = await start();
    const dataDirectory = mkdtempSync(join(tmpdir(), "wayfare-"));
    const close = await openAdminSocket({ dataDirectory, operator, clock, log: pino({ enabled: false }) });
    onTestFinished(close);
    const client = makeAdminClient(findAdminSocketPath(dataDirectory) ?? "");
    const { url } = await client.createLoginLink({});
    const body = { token: new URL(url).hash.slice(1) };
    expect(await new Browser(app).call("/portal/session/link", { body })).toMatchObject({
      status: 200,
      body: { role: "owner", account: { id: app.accountId } },
    });
    await expect(client.createLoginLink({ email: "nobody" })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  });
});
