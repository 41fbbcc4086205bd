/**
 * Server process of `benchmarks/route.ts`: a small route on bare Fastify, or on the whole service as in production: log lines, metrics,
 * limits, usage journal. Prints its address and key; exits with its parent.
 *
 *     node route-server.ts bare | embedded | CONNECTION_STRING
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { migrate, openPglite, openPostgres } from "@wayfare/database";
import {
  buildApp,
  createAccount,
  emptySupply,
  insertKey,
  makeLog,
  parseServerSecrets,
  systemClock,
} from "@wayfare/service";
import fastify from "fastify";
import { Type } from "typebox";

const response = { 200: Type.Object({ ok: Type.Boolean(), at: Type.Number() }) };
const answer = async () => ({ ok: true, at: 1 });
const listening = { host: "127.0.0.1", port: 0 };

const [kind = "bare"] = process.argv.slice(2);
const { address, key, stop } = kind === "bare" ? await startBare() : await startWhole(kind);
const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();
process.on("message", () => {
  process.send?.({ p99Ms: histogram.percentile(99) / 1e6 - 1, maxMs: histogram.max / 1e6 - 1 });
  histogram.reset();
});
process.once("disconnect", () => void stop());
process.stdout.write(`${JSON.stringify({ address, key })}\n`);

async function startBare() {
  const app = fastify();
  app.get("/v1/small", { schema: { response } }, answer);
  return { address: await app.listen(listening), key: "none", stop: () => app.close() };
}

async function startWhole(databaseKind: string) {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-route-"));
  const database =
    databaseKind === "embedded"
      ? await openPglite({ directory: join(directory, "database") })
      : await openPostgres({ connectionString: databaseKind });
  const nowMs = Date.now();
  await migrate(database, { nowMs });
  const secrets = parseServerSecrets(`b:${Buffer.alloc(32, 1).toString("base64")}`);
  const accountId = await createAccount(database, "Benchmark", nowMs);
  const scopes = ["flights.search"] as const;
  const { rawKey } = await insertKey(database, secrets, {
    accountId,
    environment: "live",
    name: "Benchmark",
    scopes: [...scopes],
    ipAllowlist: ["10.0.0.0/8", "127.0.0.0/8"],
    nowMs,
  });
  const app = await buildApp({
    database,
    supply: emptySupply,
    secrets,
    clock: systemClock,
    publicUrl: "http://localhost",
    trustProxy: [],
    keyAllowlist: [],
    searchDeadlineMs: 1000,
    rateLimitFactor: 10_000,
    usageDirectory: join(directory, "usage"),
    log: makeLog({ logLevel: "info", logFormat: "json" }),
  });
  app.get("/v1/small", { config: { access: scopes, applicationKeys: "shared" }, schema: { response } }, answer);
  const stopWhole = async () => {
    await app.close();
    await database.close();
    await rm(directory, { recursive: true });
  };
  return { address: await app.listen(listening), key: rawKey, stop: stopWhole };
}
