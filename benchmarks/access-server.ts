/**
 * Server process of `benchmarks/access.ts`: the whole service with one extra small route, the same route on plain Fastify, and on Fastify
 * with only the authentication hook. Prints their addresses; exits with its parent.
 */
import { migrate, openPostgres } from "@wayfare/database";
import {
  buildApp,
  createAccount,
  emptySupply,
  insertKey,
  openAuthenticator,
  parseServerSecrets,
  registerAuthentication,
  systemClock,
} from "@wayfare/service";
import fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { Type } from "typebox";

const response = { 200: Type.Object({ ok: Type.Boolean(), at: Type.Number() }) };
const answer = async () => ({ ok: true, at: 1 });

const database = await openPostgres({ connectionString: process.argv[2] ?? "" });
const nowMs = Date.now();
await migrate(database, { nowMs });
const secrets = parseServerSecrets(`b:${Buffer.alloc(32, 1).toString("base64")}`);
const accountId = await createAccount(database, "Benchmark", nowMs);
const { rawKey, record } = await insertKey(database, secrets, {
  accountId,
  environment: "live",
  name: "Benchmark",
  scopes: ["flights.search"],
  ipAllowlist: ["10.0.0.0/8", "127.0.0.0/8"],
  nowMs,
});
// As in production: one log line per request, written to /dev/null so that the disk is not measured.
const log = pino({ level: "info" }, { write: () => {} });
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
  log,
});
const authenticator = await openAuthenticator({
  database,
  secrets,
  clock: systemClock,
  ranges: [],
  publicUrl: "http://localhost",
  log,
});
const access = ["flights.search"] as const;
const entry = { scopes: access };

app.get("/v1/small", { config: { access, applicationKeys: "shared" }, schema: { response } }, answer);

app.get("/v1/small-public", { config: { access: "public" }, schema: { response } }, answer);

/** CPU microseconds per check of a cached key. */
app.get("/v1/check", { config: { access, applicationKeys: "shared" } }, async (request) => {
  const checks = 200_000;
  await authenticator.authenticate(request, entry);
  for (let n = 0; n < checks; n++) void authenticator.authenticate(request, entry);
  const startedAt = process.cpuUsage();
  for (let n = 0; n < checks; n++) void authenticator.authenticate(request, entry);
  const { user, system } = process.cpuUsage(startedAt);
  return { microseconds: (user + system) / checks };
});

/** Duration in milliseconds of each check of an uncached key. */
app.get("/v1/cold", { config: { access, applicationKeys: "shared" } }, async (request) => {
  const ms: number[] = [];
  for (let n = 0; n < 500; n++) {
    authenticator.invalidate(record.id);
    const startedAt = performance.now();
    await authenticator.authenticate(request, entry);
    ms.push(performance.now() - startedAt);
  }
  return { ms };
});

const bare: FastifyInstance = fastify();
bare.get("/v1/small", { schema: { response } }, answer);

const gated: FastifyInstance = fastify();
gated.setErrorHandler((_error, _request, reply) => reply.code(401).send());
registerAuthentication(gated, authenticator);
gated.get("/v1/small", { config: { access, applicationKeys: "shared" }, schema: { response } }, answer);

const listening = { host: "127.0.0.1", port: 0 };
process.stdout.write(
  `${JSON.stringify({
    service: await app.listen(listening),
    gated: await gated.listen(listening),
    bare: await bare.listen(listening),
    key: rawKey,
  })}\n`,
);
process.once("disconnect", () => {
  void Promise.all([app.close(), gated.close(), bare.close()])
    .then(() => authenticator.close())
    .then(() => database.close());
});
