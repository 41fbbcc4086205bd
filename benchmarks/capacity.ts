/**
 * Fits the capacity model of docs/operations/capacity.md: `npm run bench:capacity`. One process on PostgreSQL runs phases of searches and of
 * deliveries. CPU time, rows and bytes of each phase are fitted by least squares as `idle × seconds + a × searches + b × deliveries`. Then
 * the model predicts a phase with both, which it was not fitted to.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@wayfare/contract";
import { type Database, openPostgres } from "@wayfare/database";
import { makeSecretBox, parseServerSecrets } from "@wayfare/service";
import { makeWebhookSecret } from "@wayfare/webhooks";
import { fitLinear } from "./fit-linear.ts";
import { benchmarkSecret, type Deployment, startDeployment } from "./http/deployment.ts";
import { readCpuTime, sampleMemory } from "./http/process-figures.ts";
import { describeMachine } from "./machine.ts";
import { Arrivals } from "./webhook-arrivals.ts";
import { fillDeliveries } from "./webhook-sender.ts";

interface Phase {
  searches: number;
  deliveries: number;
}

const accounts = 20;
const warmUp: Phase = { searches: 100, deliveries: 500 };
const fitted: readonly Phase[] = [
  { searches: 0, deliveries: 0 },
  { searches: 100, deliveries: 0 },
  { searches: 200, deliveries: 0 },
  { searches: 0, deliveries: 1000 },
  { searches: 0, deliveries: 2000 },
  { searches: 0, deliveries: 0 },
];
const predicted: Phase = { searches: 150, deliveries: 1500 };
const idleSeconds = 10;
const concurrency = 4;

/** Cumulative figures, or those of a phase. CPU times in milliseconds. */
interface Figures {
  mainThreadMs: number;
  searchThreadMs: number;
  postgresMs: number;
  walBytes: number;
  tableBytes: number;
}

const names = ["mainThreadMs", "searchThreadMs", "postgresMs", "walBytes", "tableBytes"] as const;
/** Figures without a cost of time. */
const perWorkOnly: ReadonlySet<string> = new Set(["walBytes", "tableBytes"]);

async function readFigures(deployment: Deployment, database: Database): Promise<Figures> {
  const { mainThreadMs, serviceMs, postgresMs } = readCpuTime(deployment);
  const [row] = await database.query<{ wal: string; size: number }>(
    "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal, pg_database_size(current_database()) AS size",
  );
  const sizes = { walBytes: Number(row?.wal), tableBytes: row?.size ?? 0 };
  return { mainThreadMs, searchThreadMs: serviceMs - mainThreadMs, postgresMs, ...sizes };
}

async function addEndpoints(database: Database, url: string): Promise<string[]> {
  const box = makeSecretBox(parseServerSecrets(benchmarkSecret));
  const ids: string[] = [];
  for (let at = 0; at < accounts; at++) {
    const id = newId("acct", Date.now());
    await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Benchmark', $2)", [
      id,
      new Date(),
    ]);
    await database.execute(
      `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
       VALUES ($1, $2, 'live', $3, '', '{*}', 'active', $4, $5)`,
      [newId("whk", Date.now()), id, url, box.seal(makeWebhookSecret()), new Date()],
    );
    ids.push(id);
  }
  return ids;
}

const routes = ["JFK LHR", "LHR SIN", "SFO NRT", "FRA JFK", "CDG LAX", "SYD LHR", "DEL LHR", "GRU MIA"];

/** Searches of different routes and days, so that few are repetitions. */
async function search({ processes, key }: Deployment, count: number): Promise<void> {
  let next = 0;
  const send = async () => {
    while (next < count) {
      const at = next++;
      const [origin, destination] = routes[at % routes.length]?.split(" ") ?? [];
      const departureDate = new Date(Date.now() + (20 + (at % 200)) * 86_400_000).toISOString().slice(0, 10);
      const response = await fetch(`${processes[0]?.url}/v1/search`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ origin, destination, departureDate }),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`search returned status ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
}

interface Stand {
  deployment: Deployment;
  database: Database;
  arrivals: Arrivals;
  accountIds: readonly string[];
}

/** Runs a phase until all of its work is recorded. Returns its figures and seconds. */
async function run({ deployment, database, arrivals, accountIds }: Stand, { searches, deliveries }: Phase) {
  const before = await readFigures(deployment, database);
  const startedMs = performance.now();
  const deliver = async () => {
    for (let at = 0; at < deliveries; at += 500) {
      const events = Array.from({ length: Math.min(500, deliveries - at) }, (_, n) => {
        return { accountId: accountIds[n % accountIds.length] ?? "", subject: `subject-${at + n}` };
      });
      await fillDeliveries(database, events);
    }
    if (deliveries > 0) await arrivals.reach(deliveries);
  };
  await Promise.all([
    search(deployment, searches),
    deliver(),
    sleep(searches + deliveries === 0 ? idleSeconds * 1000 : 0),
  ]);
  // Usage and attempts are written within a second.
  await sleep(3000);
  if (deliveries > 0) arrivals.clear(deliveries);
  const after = await readFigures(deployment, database);
  const figures = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]));
  return { seconds: (performance.now() - startedMs) / 1000, figures };
}

const deployment = await startDeployment({
  name: "capacity",
  database: "postgresql",
  processes: 1,
  searchThreads: 1,
  checkout: undefined,
  environment: { WEBHOOKS_ALLOW_LOOPBACK: "true" },
});
const database = await openPostgres({ connectionString: deployment.connectionString ?? "", max: 2 });
const arrivals = await Arrivals.open();
try {
  console.log(describeMachine());
  const accountIds = await addEndpoints(database, `${arrivals.url}/hooks`);
  const stand = { deployment, database, arrivals, accountIds };
  const stopSampling = sampleMemory(deployment);
  await run(stand, warmUp);
  const points = [];
  for (const phase of fitted) {
    points.push({ ...phase, ...(await run(stand, phase)) });
    console.log(
      `${phase.searches} searches, ${phase.deliveries} deliveries: ${JSON.stringify(points.at(-1)?.figures)}`,
    );
  }
  const unseen = await run(stand, predicted);
  const { underLoadMb } = stopSampling();
  for (const name of names) {
    const idleOf = (seconds: number) => (perWorkOnly.has(name) ? 0 : seconds);
    const rows = points.map(({ seconds, searches, deliveries }) => [idleOf(seconds), searches, deliveries]);
    const [idle = 0, perSearch = 0, perDelivery = 0] = fitLinear(
      rows,
      points.map(({ figures }) => figures[name] ?? 0),
    );
    const prediction =
      idle * idleOf(unseen.seconds) + perSearch * predicted.searches + perDelivery * predicted.deliveries;
    const measured = unseen.figures[name] ?? 0;
    console.log(
      `${name}: ${idle.toFixed(3)} per second, ${perSearch.toFixed(3)} per search, ${perDelivery.toFixed(3)} per delivery; ` +
        `predicted ${prediction.toFixed(0)}, measured ${measured.toFixed(0)}: ${((prediction / measured - 1) * 100).toFixed(1)} %`,
    );
  }
  console.log(`memory: ${underLoadMb.toFixed(0)} MB`);
} finally {
  arrivals.close();
  await database.close();
  await deployment.stop();
}
