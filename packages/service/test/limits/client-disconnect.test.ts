import type { Database } from "@wayfare/database";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { registerLimits } from "../../src/limits/limit-hooks.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs } from "../running-app.ts";
import { makeCaller, openVirtualLimits } from "./limit-nodes.ts";

/** A search whose database delays its first response to some statements. */
async function start(slow: "tokens" | "units") {
  const { database, drop } = await createTestDatabase("postgresql");
  const [queried, response, closed] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const wait = async (isSlow: boolean): Promise<void> => {
    if (!isSlow) return;
    queried.resolve();
    await response.promise;
  };
  const held: Database = {
    ...database,
    async query<Row extends object>(...args: Parameters<Database["query"]>): Promise<Row[]> {
      await wait(slow === "tokens" && args[2]?.name === "exchange-tokens");
      return database.query<Row>(...args);
    },
    async transaction<Result>(...work: Parameters<typeof database.transaction<Result>>): Promise<Result> {
      await wait(slow === "units");
      return database.transaction<Result>(...work);
    },
  };
  const accountId = await createAccount(database, "Test", startMs);
  const limits = await openVirtualLimits(held);
  const caller = makeCaller({ accountId, environment: "live" });
  const app = fastify();
  app.decorateRequest("caller", null);
  app.addHook("onRequest", (request, reply, done) => {
    request.caller = caller;
    reply.raw.once("close", closed.resolve);
    done();
  });
  registerLimits(app, limits);
  app.get("/search", { config: { access: [], operation: "search" } }, async () => ({ ok: true }));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    response.resolve();
    await app.close();
    await limits.close();
    await drop();
  });
  const disconnect = new AbortController();
  const call = fetch(`${url}/search`, { signal: disconnect.signal });
  await queried.promise;
  disconnect.abort();
  await expect(call).rejects.toThrow("aborted");
  await closed.promise;
  response.resolve();
  return { limits, caller, accountId, database };
}

test("releases the concurrency token of a client that disconnects while waiting for it", async () => {
  const { limits, caller } = await start("tokens");
  await eventually(async () => {
    await limits.limiter.acquire(caller, "search");
    limits.limiter.release(caller);
    expect(limits.limiter.describe(caller, "search").left).toContain('"searches-at-once";r=20');
  });
});

test("releases the quota unit of a client that disconnects while waiting for it", async () => {
  const { limits, database, accountId } = await start("units");
  await eventually(async () => {
    await limits.quotas.close();
    const [row] = await database.query("SELECT used, held FROM account_quotas WHERE account_id = $1", [accountId]);
    expect(row).toEqual({ used: 0, held: 0 });
  });
});
