import type { OperatorAuditEvent, Queues } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { writeAuditEvent } from "../../../src/audit/store.ts";
import { insertPause } from "../../../src/storage/pause-store.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { makeOwner, operatorOf, startApp } from "../../access-app.ts";
import { startMs } from "../../running-app.ts";

const path = "/v1/operator";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.read"] });
    const read = async (target: string, used = key) => {
      const { status, text } = await app.call(path + target, { key: used });
      return { status, body: JSON.parse(text) };
    };
    return { app, database, read };
  }

  test("lists the audit events of all accounts, filtered and page by page, for operators only", async () => {
    const { app, database, read } = await start();
    const customer = await createAccount(database, "Customer", startMs);
    const write = (accountId: string, type: "key.created" | "key.revoked", actorId: string, seconds: number) =>
      writeAuditEvent(database, {
        accountId,
        environment: "live",
        action: type,
        actor: { kind: "user", id: actorId, address: null, requestId: null },
        subject: { kind: "key", id: "ak_1", applicationId: null },
        nowMs: startMs + seconds * 1000,
      });
    await write(customer, "key.created", "usr_1", 1);
    await write(app.accountId, "key.created", "usr_2", 2);
    await write(customer, "key.revoked", "usr_2", 3);
    const list = async (query: string): Promise<[string, string][]> => {
      const { body } = await read(`/audit-events?${query}`);
      return body.data.map(({ accountId, type }: OperatorAuditEvent) => [accountId, type]);
    };
    expect(await list("actorId=usr_2")).toEqual([
      [customer, "key.revoked"],
      [app.accountId, "key.created"],
    ]);
    expect(await list(`accountId=${customer}&type=key.created`)).toEqual([[customer, "key.created"]]);
    expect(await list("from=2026-11-21T07:33:03Z")).toEqual([[customer, "key.revoked"]]);
    expect(await list(`accountId=${customer}&to=2026-11-21T07:33:03Z`)).toEqual([[customer, "key.created"]]);
    const first = (await read(`/audit-events?accountId=${customer}&limit=1`)).body;
    const second = (await read(`/audit-events?accountId=${customer}&limit=1&cursor=${first.nextCursor}`)).body;
    expect([first.data[0].type, second.data[0].type, second.nextCursor]).toEqual(["key.revoked", "key.created", null]);
    const other = await read(`/audit-events?accountId=${app.accountId}&cursor=${first.nextCursor}`);
    expect(other).toMatchObject({ status: 400, body: { code: "CURSOR_INVALID" } });
    expect(await read("/audit-events?actorId=x'--")).toMatchObject({ body: { code: "REQUEST_INVALID" } });
    const command = { do: "audit", accountId: customer, from: "2026-11-21", limit: 1 } as const;
    expect(await operatorOf(database, app.clock).runStatusCommand(command)).toMatchObject({
      kind: "audit",
      events: [{ accountId: customer, type: "key.revoked" }],
    });
    const { service } = await makeOwner({ app, database });
    for (const target of ["/audit-events", "/queues", "/suppliers", "/health"]) {
      expect(await read(target, service)).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
    }
  });

  test("shows a pause, the usage of the process, and the health of process and database", async () => {
    const { app, database, read } = await start();
    await insertPause(database, { reason: "restored", nowMs: startMs });
    const { body: queues }: { body: Queues } = await read("/queues");
    expect(queues.outboundPausedAt).toBe("2026-11-21T07:33:00.000Z");
    expect(queues.queues.at(-1)).toMatchObject({ name: "usage_records", scope: "process" });
    const { body: health } = await read("/health");
    expect(health).toMatchObject({
      process: {
        pid: process.pid,
        readiness: expect.arrayContaining([{ name: "database", value: true, ready: true }]),
      },
      database: { engine: kind === "pglite" ? "pglite" : "postgresql" },
    });
    expect(health.database.appliedMigration).toBe(health.database.knownMigration);
    expect(health.checks).toContainEqual(expect.objectContaining({ name: "outbound", status: "warn" }));
    expect(health.checks).toContainEqual(expect.objectContaining({ name: "sealed rows", status: "ok" }));
    // The command line knows no process.
    const operator = operatorOf(database, app.clock);
    expect(await operator.runStatusCommand({ do: "health" })).toMatchObject({ state: { process: null } });
    const shared = await operator.runStatusCommand({ do: "queues" });
    expect(JSON.stringify(shared)).not.toContain("usage_records");
  });
});
