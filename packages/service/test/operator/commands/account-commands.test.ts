import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { type AccountCommand, parseAccountInput } from "../../../src/operator/commands/account-input.ts";
import { makeAdminClient } from "../../../src/operator/commands/admin-client.ts";
import { findAdminSocketPath, openAdminSocket } from "../../../src/operator/commands/admin-socket.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { findOperatorAccount } from "../../../src/tenancy/customer-store.ts";
import { operatorOf, startApp } from "../../access-app.ts";
import { Browser, makeLink, makeUser, sessionIn, signInAs } from "../../browser-session.ts";

const order = { do: "create", name: "Example Travel", ownerEmail: "grace@example.com" } as const;

test("rejects unknown commands, members and ids with all faults", () => {
  expect(parseAccountInput({ do: "close", id: "acct_01kahz2j7p3v8c5m9n4q6r7s8t" })).toMatchObject({});
  const bad: [unknown, string[]][] = [
    [{ do: "remove" }, ["/do"]],
    [{ do: "erase", dryRun: "yes" }, ["/id", "/dryRun"]],
    [{ do: "create", name: "", ownerEmail: "x" }, ["/name", "/ownerEmail"]],
    [{ do: "suspend", id: "acct_1", reason: "" }, ["/id", "/reason"]],
    [{ do: "list", limit: "many" }, ["/limit"]],
    [{ do: "add_operator", email: "x" }, ["/email"]],
  ];
  for (const [given, pointers] of bad) {
    const errors = pointers.map((pointer) => expect.objectContaining({ pointer }));
    expect(() => parseAccountInput(given)).toThrow(
      expect.objectContaining({ code: "REQUEST_INVALID", errors: expect.arrayContaining(errors) }),
    );
  }
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const operator = operatorOf(database, app.clock, () => {});
    return { app, database, operator, run: (command: AccountCommand) => operator.runAccountCommand(command) };
  }

  test("creates, lists, suspends, resumes and closes an account, and sets its plan", async () => {
    const { app, run } = await start();
    const account = await run({ ...order, plan: "pro", keys: ["live"] });
    if (!("keys" in account)) throw new Error("the account has no keys");
    const { id, keys } = account;
    expect(keys).toMatchObject([{ environment: "live" }]);
    expect(await app.call("/v1/account", { key: keys?.[0]?.secret ?? "" })).toMatchObject({ body: { id } });
    expect(await run({ do: "list", plan: "pro" })).toMatchObject({ data: [{ id }] });
    expect(await run({ do: "set_plan", id, plan: "scale" })).toMatchObject({ plan: "scale" });
    expect(await run({ do: "suspend", id, reason: "Fraud" })).toMatchObject({ status: "suspended" });
    expect(await run({ do: "resume", id })).toMatchObject({ status: "active" });
    expect(await run({ do: "close", id })).toMatchObject({ status: "closing" });
    expect(await run({ do: "show", id })).toMatchObject({ id, status: "closing" });
  });

  test("erases an account with its name, and counts its rows before", async () => {
    const { run } = await start();
    const account = await run(order);
    if (!("name" in account)) throw new Error("no account was created");
    const { id, name } = account;
    expect(await run({ do: "erase", id, dryRun: true })).toMatchObject({ status: "dry_run", rows: { accounts: 1 } });
    await expect(run({ do: "erase", id })).rejects.toMatchObject({ code: "STATE_INVALID" });
    expect(await run({ do: "erase", id, confirmName: name })).toMatchObject({ status: "running", accountId: id });
    expect(await run({ do: "show", id })).toMatchObject({ status: "closed", erasedAt: expect.any(String) });
  });

  test("the admin socket runs commands and passes errors on", async () => {
    const { app, operator } = await start();
    const dataDirectory = mkdtempSync(join(tmpdir(), "wayfare-"));
    onTestFinished(await openAdminSocket({ dataDirectory, operator, clock: app.clock, log: pino({ enabled: false }) }));
    const client = makeAdminClient(findAdminSocketPath(dataDirectory) ?? "");
    expect(await client.runAccountCommand(order)).toMatchObject({ name: "Example Travel" });
    const listed = { data: [{ name: "Example Travel" }] };
    expect(await client.runAccountCommand({ do: "list", search: "travel" })).toMatchObject(listed);
    const unknown = { do: "show", id: "acct_00000000000000000000000000" } as const;
    await expect(client.runAccountCommand(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("the first owner of the operators' account becomes an operator, and later owners do not", async () => {
    const { app, database } = await start();
    const signIn = async (userId: string | null) => {
      const token = await makeLink({ app, database }, userId);
      return sessionIn(await new Browser(app).call("/portal/session/link", { body: { token } }));
    };
    const first = await signIn(null);
    expect(first).toMatchObject({ role: "owner", operator: true });
    expect(first.scopes).toContain("accounts.write");
    const second = await makeUser({ app, database }, { role: "owner" });
    expect(await signIn(second.id)).toMatchObject({ role: "owner", operator: false });
  });

  test("an upgraded deployment has no operator until one is added", async () => {
    const { app, database, run } = await start();
    // The state after the migration of an existing database.
    await database.execute("UPDATE accounts SET is_operator = false");
    const token = await makeLink({ app, database });
    const browser = new Browser(app);
    expect(sessionIn(await browser.call("/portal/session/link", { body: { token } }))).toMatchObject({
      operator: false,
    });
    expect(await browser.call("/v1/operator/accounts")).toMatchObject({ status: 403 });
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.read"] });
    expect(await app.call("/v1/operator/accounts", { key })).toMatchObject({ status: 403 });
    const user = await makeUser({ app, database }, { email: "ada@example.com" });
    expect(await run({ do: "add_operator", email: "Ada@example.com" })).toEqual({
      id: user.id,
      email: "ada@example.com",
      accountId: app.accountId,
    });
    expect(await findOperatorAccount(database)).toBe(app.accountId);
    const operating = await signInAs({ app, database }, user);
    expect(await operating.call("/v1/operator/accounts")).toMatchObject({ status: 200 });
  });

  test("only users of the operators' account become operators, and a removed one is none", async () => {
    const { app, database, run } = await start();
    const accountId = await createAccount(database, "Customer", app.clock.nowMs());
    await makeUser({ app, database }, { accountId, email: "eve@example.com" });
    const added = run({ do: "add_operator", email: "eve@example.com" });
    await expect(added).rejects.toMatchObject({ code: "STATE_INVALID" });
    await expect(run({ do: "add_operator", email: "no@example.com" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const member = await makeUser({ app, database }, { role: "developer", email: "ada@example.com" });
    await run({ do: "add_operator", email: "ada@example.com" });
    const operating = await signInAs({ app, database }, member);
    expect(await operating.call("/v1/operator/accounts")).toMatchObject({ status: 200 });
    const owner = await signInAs({ app, database });
    expect(await owner.call(`/portal/team/${member.id}`, { method: "DELETE" })).toMatchObject({ status: 204 });
    expect(await operating.call("/v1/operator/accounts")).toMatchObject({ status: 401 });
    const rows = await database.query("SELECT id FROM users WHERE operator_since IS NOT NULL ORDER BY id LIMIT 10");
    expect(rows).toEqual([]);
  });
});
