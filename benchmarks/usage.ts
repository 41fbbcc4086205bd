/**
 * Measures the cost of recording requests: throughput of records through the journal into PostgreSQL and PGlite, CPU of this process, and
 * event loop delay per batch. `npm run bench:usage`; needs only npm.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { newId } from "@wayfare/contract";
import { type Database, migrate, openPglite, openPostgres } from "@wayfare/database";
import { openMeter, type RequestRecord } from "@wayfare/service";
import { pino } from "pino";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { describeMachine, percentile } from "./machine.ts";

const rounds = 5;
const startMs = Date.UTC(2026, 10, 21, 7, 33);
const log = pino({ enabled: false });
const clock = { nowMs: () => startMs };
const print = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]) => percentile([...values], 0.5);

/** Three hours of requests of 20 accounts with 5 keys each; two thirds of them count toward usage. */
function makeRecords(count: number): RequestRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    id: newId("req", startMs + Math.floor((at / count) * 3 * 3_600_000)),
    accountId: `acct_01kahz2j7p3v8c5m9n4q6r7s${String(at % 20).padStart(2, "0")}`,
    environment: "live",
    keyId: `ak_01kahz2j7p3v8c5m9n4q6r7s${String(at % 100).padStart(2, "0")}`,
    applicationId: at % 2 === 0 ? null : "app_01kahz2j7p3v8c5m9n4q6r7s8t",
    method: "POST",
    route: "/v1/flights/search",
    status: 200,
    durationMs: 12.3,
    address: "203.0.113.9",
    operation: at % 3 === 0 ? null : "search",
  }));
}

type Meter = Awaited<ReturnType<typeof openMeter>>["meter"];

async function withMeter<T>(database: Database, work: (meter: Meter) => Promise<T>): Promise<T> {
  const journalRoot = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
  const opened = await openMeter({ database, clock, log, journalRoot });
  try {
    return await work(opened.meter);
  } finally {
    await opened.close();
    rmSync(journalRoot, { recursive: true, force: true });
  }
}

interface Figures {
  recordsPerSecond: number;
  /** CPU microseconds of this process per record: to append it to the journal, and to write it in a batch. */
  journalMicros: number;
  batchMicros: number;
  /** 99th percentile of the event loop delay in milliseconds while batches are written. */
  loopMs: number;
}

function startCpu(): () => number {
  const startedAt = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(startedAt);
    return user + system;
  };
}

/** Appends records to the journal and writes them to the database; verifies every row and count before reporting figures. */
async function ingest(database: Database, records: readonly RequestRecord[]): Promise<Figures> {
  await database.script("TRUNCATE requests, usage_hours, usage_journals");
  return withMeter(database, async (meter) => {
    const startedMs = performance.now();
    const journalCpu = startCpu();
    for (const record of records) meter.record(record);
    const journalMicros = journalCpu() / records.length;
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const batchCpu = startCpu();
    await meter.flush();
    const batchMicros = batchCpu() / records.length;
    loop.disable();
    const recordsPerSecond = (records.length * 1000) / (performance.now() - startedMs);
    await verify(database, records);
    return { recordsPerSecond, journalMicros, batchMicros, loopMs: loop.percentile(99) / 1e6 };
  });
}

async function verify(database: Database, records: readonly RequestRecord[]): Promise<void> {
  const [rows] = await database.query<{ count: number }>("SELECT count(*) AS count FROM requests");
  const [sum] = await database.query<{ count: number }>("SELECT sum(count)::bigint AS count FROM usage_hours");
  const counted = records.filter(({ operation }) => operation !== null).length;
  if (rows?.count === records.length && sum?.count === counted) return;
  throw new Error(`${rows?.count} of ${records.length} rows, ${sum?.count} of ${counted} counted`);
}

async function measure(name: string, database: Database, count: number): Promise<void> {
  await migrate(database, { nowMs: startMs });
  const records = makeRecords(count);
  const all: Figures[] = [];
  await ingest(database, records);
  for (let round = 0; round < rounds; round++) all.push(await ingest(database, records));
  const of = (member: keyof Figures) => median(all.map((figures) => figures[member]));
  const best = Math.max(...all.map(({ recordsPerSecond }) => recordsPerSecond));
  print(
    `| ${name} | ${of("recordsPerSecond").toFixed(0)} | ${best.toFixed(0)} | ${of("journalMicros").toFixed(1)} | ${of("batchMicros").toFixed(1)} | ${of("loopMs").toFixed(1)} |`,
  );
  await database.close();
}

print(`${describeMachine()}; medians of ${rounds} rounds\n`);
print(
  "| database | records/s | best round | journal, CPU µs per record | batches, CPU µs per record | event loop p99 ms |",
);
print("| --- | --- | --- | --- | --- | --- |");
const postgres = await startPostgresServer();
try {
  await measure("PostgreSQL", await openPostgres({ connectionString: postgres.connectionString }), 40_000);
} finally {
  await postgres.stop();
}
const directory = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
try {
  await measure("embedded", await openPglite({ directory: join(directory, "database") }), 5000);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
