import type { Database } from "@wayfare/database";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { registerLimits } from "../../src/limits/register.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs } from "../running-app.ts";
import { makeCaller, openVirtualLimits } from "./limit-nodes.ts";

/** A limited search over a database that answers the first of some statements only when it is told to. */
async function start(slow: "permits" | "units") {
  const { database, drop } = await createTestDatabase("postgresql");
  const [asked, answer, gone] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const wait = async (isSlow: boolean): Promise<void> => {
    if (!isSlow) return;
    asked.resolve();
    await answer.promise;
  };
  const held: Database = {
    ...database,
    async query<Row extends object>(...question: Parameters<Database["query"]>): Promise<Row[]> {
      await wait(slow === "permits" && question[2]?.name === "exchange-permits");
      return database.query<Row>(...question);
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
    reply.raw.once("close", gone.resolve);
    done();
  });
  registerLimits(app, limits);
  app.get("/search", { config: { access: [], operation: "search" } }, async () => ({ ok: true }));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    answer.resolve();
    await app.close();
    await limits.close();
    await drop();
  });
  const hangUp = new AbortController();
  const call = fetch(`${url}/search`, { signal: hangUp.signal });
  await asked.promise;
  hangUp.abort();
  await expect(call).rejects.toThrow("aborted");
  await gone.promise;
  answer.resolve();
  return { limits, caller, accountId, database };
}

test("a caller that goes away while it waits for a place keeps none", async () => {
  const { limits, caller } = await start("permits");
  await eventually(async () => {
    await limits.limiter.admit(caller, "search");
    limits.limiter.release(caller);
    expect(limits.limiter.describe(caller, "search").left).toContain('"searches-at-once";r=20');
  });
});

test("a caller that goes away while it waits for a unit keeps none", async () => {
  const { limits, database, accountId } = await start("units");
  await eventually(async () => {
    await limits.quotas.close();
    const [row] = await database.query("SELECT used, held FROM account_quotas WHERE account_id = $1", [accountId]);
    expect(row).toEqual({ used: 0, held: 0 });
  });
});
