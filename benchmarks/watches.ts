/**
 * Measures 100,000 watches, ten for each search: the CPU time of running each of them once, from the lease to the commit, with the sandbox on
 * one search thread and PostgreSQL. Prices of the second and third run follow random paths; the events are compared with an oracle.
 * `npm run bench:watches [watches]`; needs only npm.
 */
import { ok } from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatMoney, newId, type WatchCondition } from "@wayfare/contract";
import { type Database, migrate, openPostgres } from "@wayfare/database";
import { unitHash } from "@wayfare/engine";
import type { SearchRunner, WatchAnswer } from "@wayfare/search";
import { createAccount, makeLog, makeSandboxSupply, readWatch, type Supply, WatchRunner } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { cpuSecondsOfServer } from "./cpu-seconds.ts";
import { describeMachine } from "./machine.ts";
import { drawPairs } from "./pairs.ts";

const watches = Number(process.argv[2] ?? 100_000);
const perSearch = 10;
const accounts = 1000;
const intervalMinutes = 60;
const intervalMs = intervalMinutes * 60_000;
const passes = 3;
const startMs = Date.UTC(2026, 10, 21, 7, 33);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A watch in the oracle. */
interface Watched {
  id: string;
  condition: WatchCondition;
  baseline: number | null;
  /** Lowest reported price of each flight that matches. */
  reported: Map<string, number>;
  events: number;
}

let nowMs = startMs;
let pass = 0;
let searches = 0;
const clock = { nowMs: () => nowMs };
const bySearch = new Map<string, Watched[]>();

const directory = await mkdtemp(join(tmpdir(), "wayfare-watches-"));
const server = await startPostgresServer();
const database = await openPostgres({ connectionString: server.connectionString, max: 4 });
const log = makeLog({ logLevel: "error", logFormat: "json" });
const settings = parseSettings({ environment: { SEARCH_THREADS: "1" } });
const supply = await makeSandboxSupply({ settings, dataDirectory: directory, clock, log });
try {
  await migrate(database, { nowMs });
  await fill(database, supply);
  print(`${describeMachine()}; ${watches} watches of ${bySearch.size} searches, ${accounts} accounts\n`);
  print("| run | searches | events | CPU of the process, s | of PostgreSQL, s | together, s | wall, s |");
  print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (; pass < passes; pass++) await measure();
  await verify(database);
} finally {
  await supply.close();
  await database.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Inserts the watches: half with a highest price, half with a drop. */
async function fill(db: Database, facts: Pick<Supply, "gazetteer" | "dictionary">): Promise<void> {
  const accountIds: string[] = [];
  for (let at = 0; at < accounts; at++) accountIds.push(await createAccount(db, `Benchmark ${at}`, startMs));
  const rows: { id: string; account: string; search: string; key: string; condition: string; expires: string }[] = [];
  for (const [at, pair] of drawPairs(watches / perSearch, 7).entries()) {
    const departureDate = new Date(startMs + (20 + (at % 120)) * 86_400_000).toISOString().slice(0, 10);
    const search = { ...pair, departureDate };
    for (let nth = 0; nth < perSearch; nth++) {
      const unit = unitHash(at, nth, 1, 0);
      const condition: WatchCondition =
        nth % 2 === 0
          ? { maxPrice: formatMoney(Math.round(5000 * 20 ** unit), "USD") }
          : { dropPercent: 1 + Math.floor(unit * 15) };
      const { searchKey, expiresAtMs } = readWatch({ search, condition }, facts, startMs);
      const id = newId("wat", startMs);
      const watched = { id, condition, baseline: null, reported: new Map<string, number>(), events: 0 };
      const name = nameOf({ ...search });
      bySearch.set(name, [...(bySearch.get(name) ?? []), watched]);
      rows.push({
        id,
        account: accountIds[(at * perSearch + nth) % accounts] ?? "",
        search: JSON.stringify(search),
        key: searchKey,
        condition: JSON.stringify(condition),
        expires: new Date(expiresAtMs).toISOString(),
      });
    }
  }
  for (let from = 0; from < rows.length; from += 5000) {
    const batch = rows.slice(from, from + 5000);
    await db.execute(
      `INSERT INTO watches (id, account_id, environment, created_by, status, search, search_key, condition, interval_minutes, metadata,
         created_at, expires_at, state, matches, due_at)
       SELECT id, account, 'test', 'ak_benchmark', 'active', search::jsonb, key, condition::jsonb, $7, '{}', $8, expires::timestamptz,
         '{"baseline": null, "last": null, "reported": {}}', '[]', $8
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS row (id, account, search, key, condition, expires)`,
      [
        batch.map(({ id }) => id),
        batch.map(({ account }) => account),
        batch.map(({ search }) => search),
        batch.map(({ key }) => key),
        batch.map(({ condition }) => condition),
        batch.map(({ expires }) => expires),
        intervalMinutes,
        new Date(startMs),
      ],
    );
  }
  await db.script("ANALYZE");
}

/** Pairs can be drawn twice, and then have different dates. */
function nameOf({
  origin,
  destination,
  departureDate,
}: {
  origin: string;
  destination: string;
  departureDate: string;
}) {
  return `${origin} ${destination} ${departureDate}`;
}

/** Runs every watch once. */
async function measure(): Promise<void> {
  nowMs = startMs + pass * intervalMs;
  searches = 0;
  const runner = makeRunner();
  const before = { cpu: process.cpuUsage(), server: cpuSecondsOfServer(server.directory), wall: performance.now() };
  const runs = await runner.runDue(new AbortController().signal);
  ok(runs === watches, `${runs} of ${watches} watches ran`);
  const { user, system } = process.cpuUsage(before.cpu);
  const own = (user + system) / 1e6;
  const postgres = cpuSecondsOfServer(server.directory) - before.server;
  const wall = (performance.now() - before.wall) / 1000;
  const events = [...bySearch.values()].flat().reduce((sum, watched) => sum + watched.events, 0);
  const figures = [own, postgres, own + postgres, wall].map((seconds) => seconds.toFixed(1));
  print(`| ${pass + 1} | ${searches} | ${events} | ${figures.join(" | ")} |`);
}

function makeRunner(): WatchRunner {
  const { runner } = supply;
  const watch: SearchRunner["watch"] = async (job, context) => {
    searches++;
    const answer = withPath(await runner.watch(job, context), job.request);
    expectEvents(answer, job.request);
    return answer;
  };
  return new WatchRunner({
    database,
    clock,
    log,
    searchUnits: { acquire: () => null },
    meter: { recordAll: () => {}, isFull: () => false },
    findSellers: async () => new Set(),
    search: {
      store: { insert: async () => {}, find: unused },
      keptOffers: { insert: unused, find: unused },
      findSales: unused,
      supply: {
        ...supply,
        runner: { ...bind(runner), watch },
      },
      supplierAccess: { accessFor: async () => new Map() },
      clock,
      deadlineMs: 60_000,
      shedding: { admitWatch: (_watch, search) => search() },
    },
  });
}

function bind(runner: SearchRunner): SearchRunner {
  return {
    versionsOf: (environment) => runner.versionsOf(environment),
    search: unused,
    stream: unused,
    watch: unused,
    calendar: unused,
    explore: unused,
    reprice: unused,
    findCurrent: unused,
    order: unused,
  };
}

function unused(): never {
  throw new Error("not used by watches of test data");
}

type Searched = Parameters<SearchRunner["watch"]>[0]["request"];

/** Moves the prices of a search along its random path. */
function withPath(answer: WatchAnswer, { origin, destination, departureDate }: Searched): WatchAnswer {
  if (pass === 0) return answer;
  const name = nameOf({ origin: origin.code, destination: destination.code, departureDate });
  const factor = 0.85 + 0.3 * unitHash(Number.parseInt(hash("sha256", name).slice(0, 7), 16), pass, 3, 0);
  const flights = answer.flights.map((flight) => ({
    ...flight,
    cash: flight.cash.map((offer) => ({ ...offer, price: Math.round(offer.price * factor) })),
  }));
  return { ...answer, flights };
}

/** Counts the events of the watches of a search, without any code of the service. */
function expectEvents({ flights }: WatchAnswer, { origin, destination, departureDate }: Searched): void {
  const lowest = flights.flatMap(({ id, cash }) =>
    cash.length === 0 ? [] : [{ id, price: Math.min(...cash.map(({ price }) => price)) }],
  );
  const name = nameOf({ origin: origin.code, destination: destination.code, departureDate });
  for (const watched of bySearch.get(name) ?? []) {
    const { maxPrice, dropPercent } = watched.condition;
    if (dropPercent !== undefined && watched.baseline === null && lowest.length > 0) {
      watched.baseline = Math.min(...lowest.map(({ price }) => price));
    }
    const matches = lowest.filter(({ price }) =>
      maxPrice === undefined
        ? watched.baseline !== null && price * 100 <= watched.baseline * (100 - (dropPercent ?? 0))
        : price <= Math.round(Number(maxPrice.amount) * 100),
    );
    const before = watched.reported;
    const isReported = matches.some(({ id, price }) => price < (before.get(id) ?? Infinity));
    watched.reported = new Map(matches.map(({ id, price }) => [id, Math.min(price, before.get(id) ?? Infinity)]));
    if (isReported) watched.events++;
  }
}

async function verify(db: Database): Promise<void> {
  const rows = await db.query<{ subject: string; count: number }>(
    "SELECT subject, count(*)::integer AS count FROM events WHERE type = 'watch.matched' GROUP BY subject ORDER BY subject LIMIT 1000000",
  );
  const sent = new Map(rows.map(({ subject, count }) => [subject, count]));
  const expected = [...bySearch.values()].flat();
  const missed = expected.reduce((sum, { id, events }) => sum + Math.max(0, events - (sent.get(id) ?? 0)), 0);
  const doubled = expected.reduce((sum, { id, events }) => sum + Math.max(0, (sent.get(id) ?? 0) - events), 0);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  print(`\n${total} events, ${missed} missed, ${doubled} doubled`);
  ok(missed === 0 && doubled === 0);
}
