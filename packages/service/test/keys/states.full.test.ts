import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { insertKey } from "../../src/keys/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { type KeyWorld, keyCommands, managerScopes } from "../access/key-commands.ts";
import type { KeyModel } from "../access/key-model.ts";
import { shareApp } from "../access-app.ts";
import { testSecrets } from "../running-app.ts";

const runs = { pglite: 40, postgresql: 25 };

/** Rare responses that the commands must produce, to check that they cover enough. */
const hardToReach = [
  "GET /v1/keys/self 200",
  "GET /v1/keys/self 401 AUTH_KEY_EXPIRED",
  "GET /v1/keys/self 401 AUTH_KEY_REVOKED",
  "GET /v1/applications 403 AUTH_SCOPE_MISSING",
  "PATCH /v1/keys/{id} 403 AUTH_SCOPE_MISSING",
  "PATCH /v1/keys/{id} 409 STATE_INVALID",
  "POST /v1/keys/{id}/roll 201",
  "POST /v1/keys/{id}/roll 403 AUTH_SCOPE_MISSING",
  "POST /v1/keys/{id}/roll 409 STATE_INVALID",
  "DELETE /v1/applications/{id} 200",
];

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);
  const seen = new Set<string>();

  /** Creates an account with two managing keys and two applications. */
  async function setUp(): Promise<{ model: KeyModel; real: KeyWorld }> {
    const { app, database } = shared();
    const nowMs = app.clock.nowMs();
    const accountId = await createAccount(database, "Test", nowMs);
    const managers = [];
    for (const scopes of managerScopes) {
      const row = { accountId, environment: "test", name: "Manager", scopes, nowMs } as const;
      managers.push({ key: (await insertKey(database, testSecrets, row)).rawKey, scopes });
    }
    const applications = [];
    for (const name of ["One", "Two"]) {
      const made = await app.call("/v1/applications", { key: managers[0]?.key ?? "", body: { name } });
      applications.push({ id: String(JSON.parse(made.text).id), deleted: false });
    }
    return { model: { keys: [], applications }, real: { app, managers, seen } };
  }

  test("a key always has the status that the model predicts", async () => {
    const property = fc.asyncProperty(keyCommands, async (commands) => {
      const world = await setUp();
      await fc.asyncModelRun(() => world, commands);
    });
    await fc.assert(property, { seed: 20_261_121, numRuns: runs[kind] });
    expect([...seen]).toEqual(expect.arrayContaining(hardToReach));
    expect(shared().app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
