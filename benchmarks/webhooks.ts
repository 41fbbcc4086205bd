/**
 * Measures webhook sending: deliveries per second with a backlog, latency at a steady rate, statements and CPU per delivery, and the effect
 * of hanging endpoints on others; compared with the same work in pg-boss. `npm run bench:webhooks`, with `-- --rounds 1` for a quick run;
 * `-- --soak 200000` sends that many at a steady rate instead and draws docs/images/webhook-soak.svg. A round counts only after every
 * delivery has arrived exactly once and is recorded.
 */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Database, openPglite, openPostgres } from "@wayfare/database";
import { type PostgresServer, startPostgresServer } from "../tests/postgres-server.ts";
import { cpuSecondsOf, cpuSecondsOfServer } from "./cpu-seconds.ts";
import { describeMachine, percentile } from "./machine.ts";
import { drawSoak } from "./soak-chart.ts";
import { Arrivals, nowMs } from "./webhook-arrivals.ts";
import { openPeer } from "./webhook-peer.ts";
import { compareScenarios, minRatio, type Rounds } from "./webhook-ratios.ts";
import { openSender, type Sender, type Shape } from "./webhook-sender.ts";
import { soak } from "./webhook-soak.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    waiting: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    offered: { type: "string", default: "1000" },
    only: { type: "string", default: "" },
    soak: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const waiting = Number(options.waiting);
const seconds = Number(options.seconds);
const offered = Number(options.offered);
const print = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]) => percentile(values, 0.5);

type Kind = "PostgreSQL" | "embedded" | "pg-boss";
type Figures = Record<string, number>;

interface Stand {
  sender: Sender;
  arrivals: Arrivals;
  database: Database;
  /** CPU seconds of the database server; 0 if the database is in this process. */
  serverSeconds: () => number;
}

let databases = 0;

/** Runs `work` with a new database and a new receiver. */
async function withStand(
  server: PostgresServer,
  kind: Kind,
  shape: Shape,
  work: (stand: Stand) => Promise<Figures>,
): Promise<Figures> {
  const arrivals = await Arrivals.open();
  const url = kind === "embedded" ? null : await newDatabase(server);
  const database = url === null ? await openPglite({ directory: null }) : await openPostgres({ connectionString: url });
  try {
    const sender =
      kind === "pg-boss" ? await openPeer(url ?? "", arrivals) : await openSender(database, arrivals, shape);
    const serverSeconds = () => (url === null ? 0 : cpuSecondsOfServer(server.directory));
    return await work({ sender, arrivals, database, serverSeconds });
  } finally {
    await database.close();
    arrivals.close();
    // Dead rows are vacuumed while the next scenario is timed.
    if (url !== null) await runAsAdmin(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  }
}

async function newDatabase(server: PostgresServer): Promise<string> {
  const name = `bench_${databases++}`;
  await runAsAdmin(server, `CREATE DATABASE ${name}`);
  const url = new URL(server.connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

async function runAsAdmin(server: PostgresServer, sql: string): Promise<void> {
  const admin = await openPostgres({ connectionString: server.connectionString, max: 1 });
  await admin.script(sql);
  await admin.close();
}

/** Drains the backlog until everything is recorded. */
async function saturate({ sender, arrivals, serverSeconds }: Stand, count: number): Promise<Figures> {
  await sender.fill(count);
  const before = {
    cpu: process.cpuUsage(),
    server: serverSeconds(),
    receiver: cpuSecondsOf(arrivals.pid),
    statements: sender.statements(),
  };
  const startedMs = nowMs();
  const stop = await sender.start();
  await arrivals.reach(count);
  await stop();
  const tookSeconds = (nowMs() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const figures = {
    perSecond: count / tookSeconds,
    ownMicros: (user + system) / count,
    serverMicros: ((serverSeconds() - before.server) * 1e6) / count,
    receiverMicros: ((cpuSecondsOf(arrivals.pid) - before.receiver) * 1e6) / count,
    statements: (sender.statements() - before.statements) / count,
  };
  arrivals.clear(count);
  await sender.verify(count);
  return figures;
}

/**
 * An open loop with Poisson arrivals: each event is timed from its scheduled time. Endpoints below `skip` get events too but are not timed.
 */
async function offer(
  { sender, arrivals }: Stand,
  load: { perSecond: number; endpoints: number; skip?: number },
): Promise<Figures> {
  const { perSecond, endpoints, skip = 0 } = load;
  const stop = await sender.start();
  const warmUp = Array.from({ length: endpoints - skip }, (_, at) => sender.cause(skip + at));
  await Promise.all(warmUp);
  await arrivals.reach(warmUp.length);
  const before = sender.statements();
  const due: { dueMs: number; event: Promise<string>; isTimed: boolean }[] = [];
  const startedMs = nowMs();
  let dueMs = startedMs;
  for (let at = 0; ; at++) {
    dueMs += (-Math.log(1 - draw(at)) * 1000) / perSecond;
    if (dueMs > startedMs + seconds * 1000) break;
    const waitMs = dueMs - nowMs();
    if (waitMs > 1) await sleep(waitMs);
    due.push({ dueMs, event: sender.cause(at % endpoints), isTimed: at % endpoints >= skip });
  }
  const timed = due.filter(({ isTimed }) => isTimed);
  await Promise.all(due.map(({ event }) => event));
  await arrivals.reach(warmUp.length + timed.length);
  const statements = (sender.statements() - before) / timed.length;
  const ids = await sender.arrivalIds();
  const latencies: number[] = [];
  for (const each of timed) {
    const id = await each.event;
    latencies.push(arrivals.atMs(ids.get(id) ?? id) - each.dueMs);
  }
  arrivals.clear(warmUp.length + timed.length);
  await stop();
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), statements };
}

/** The same random draws in every round. */
function draw(at: number): number {
  let mixed = Math.imul(at + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

const scenarios: Record<string, (server: PostgresServer) => Promise<Figures>> = {
  "saturation, PostgreSQL": (server) =>
    withStand(server, "PostgreSQL", { endpoints: 20 }, (stand) => saturate(stand, waiting)),
  "saturation, PostgreSQL, ordered": (server) =>
    withStand(server, "PostgreSQL", { endpoints: 20, ordered: true }, (stand) => saturate(stand, waiting)),
  "saturation, pg-boss": (server) =>
    withStand(server, "pg-boss", { endpoints: 20 }, (stand) => saturate(stand, waiting)),
  "saturation, embedded": (server) =>
    withStand(server, "embedded", { endpoints: 20 }, (stand) => saturate(stand, waiting / 5)),
  "saturation, embedded, ordered": (server) =>
    withStand(server, "embedded", { endpoints: 20, ordered: true }, (stand) => saturate(stand, waiting / 5)),
  [`${offered}/s offered, PostgreSQL`]: (server) =>
    withStand(server, "PostgreSQL", { endpoints: 100 }, (stand) =>
      offer(stand, { perSecond: offered, endpoints: 100 }),
    ),
  [`${offered}/s offered, pg-boss`]: (server) =>
    withStand(server, "pg-boss", { endpoints: 100 }, (stand) => offer(stand, { perSecond: offered, endpoints: 100 })),
  [`${offered * 0.3}/s offered, embedded`]: (server) =>
    withStand(server, "embedded", { endpoints: 100 }, (stand) =>
      offer(stand, { perSecond: offered * 0.3, endpoints: 100 }),
    ),
  [`${offered / 2}/s offered to 200 endpoints`]: (server) =>
    withStand(server, "PostgreSQL", { endpoints: 200 }, (stand) =>
      offer(stand, { perSecond: offered / 2, endpoints: 200 }),
    ),
  [`${offered / 2}/s offered to 200 endpoints, 2 of which hang`]: (server) =>
    withStand(server, "PostgreSQL", { endpoints: 200, hanging: 2 }, (stand) =>
      offer(stand, { perSecond: offered / 2, endpoints: 200, skip: 2 }),
    ),
};

async function runRounds(server: PostgresServer): Promise<void> {
  const measured = new Map<string, Figures[]>();
  const wanted = Object.entries(scenarios).filter(([name]) => name.includes(options.only));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of wanted) {
      const figures = await run(server);
      measured.set(name, [...(measured.get(name) ?? []), figures]);
      process.stderr.write(`round ${round + 1}, ${name}: ${JSON.stringify(figures)}\n`);
    }
  }
  const machine = `${describeMachine()}; the receiver runs in a separate process on the same cores`;
  print(`${machine}; medians of ${rounds} interleaved rounds\n`);
  print(
    "| scenario | deliveries/s | p50 ms | p99 ms | statements per delivery | CPU µs per delivery: sender | server | receiver |",
  );
  print(`| --- |${" --- |".repeat(columns.length)}`);
  for (const [name, figures] of measured) {
    const cells = columns.map((column) => cellOf(column, median(figures.map((each) => each[column] ?? Number.NaN))));
    print(`| ${name} | ${cells.join(" | ")} |`);
  }
  printRatios(measured);
}

function printRatios(measured: ReadonlyMap<string, Rounds>): void {
  const ratios = compareScenarios(measured);
  if (ratios.length === 0) return;
  print(`\n| ratio, median of the rounds | deliveries/s | deliveries per CPU second | aim ≥ ${minRatio.toFixed(2)} |`);
  print("| --- | --- | --- | --- |");
  for (const { name, perSecond, perCpuSecond } of ratios) {
    const verdict = Math.min(perSecond, perCpuSecond) >= minRatio ? "met" : "missed";
    print(`| ${name} | ${perSecond.toFixed(2)} | ${perCpuSecond.toFixed(2)} | ${verdict} |`);
  }
}

const columns = ["perSecond", "p50", "p99", "statements", "ownMicros", "serverMicros", "receiverMicros"];

function cellOf(column: string, value: number): string {
  if (Number.isNaN(value)) return "";
  if (column === "statements") return value.toFixed(3);
  return value.toFixed(value < 100 ? 1 : 0);
}

async function runSoak(server: PostgresServer, count: number): Promise<void> {
  await withStand(server, "PostgreSQL", { endpoints: 100 }, async ({ sender, arrivals, database }) => {
    const samples = await soak({ sender, arrivals, database }, count);
    const chart = drawSoak(samples, `${describeMachine()}, PostgreSQL, 1,000 per second to 100 endpoints`);
    await writeFile(new URL("../docs/images/webhook-soak.svg", import.meta.url), chart);
    for (const sample of samples) print(JSON.stringify(sample));
    return {};
  });
}

const server = await startPostgresServer();
try {
  await (options.soak === undefined ? runRounds(server) : runSoak(server, Number(options.soak)));
} finally {
  await server.stop();
}
