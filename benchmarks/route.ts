/**
 * Measures a small authenticated route of the whole service against the same route on bare Fastify 5, each in its own process, with
 * interleaved rounds of one load generator. Every request of the service has a log line, metrics, limits with their headers, a usage record
 * in the journal and the database, security headers and a request id. `npm run bench:route`; Linux only.
 *
 *     npm run bench:route [-- --rounds 7 --seconds 3 --connections 8 --databases postgres,embedded]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { cpuSecondsOf } from "./cpu-seconds.ts";
import { describeMachine, percentile } from "./machine.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "8" },
    databases: { type: "string", default: "postgres,embedded" },
  },
});

interface Round {
  perSecond: number;
  /** CPU microseconds per request of the main thread and of the process. */
  mainMicros: number;
  processMicros: number;
  delayP99Ms: number;
  delayMaxMs: number;
}

interface Server {
  label: string;
  url: string;
  key: string;
  child: ChildProcess;
  rounds: Round[];
}

const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

async function startServer(label: string, kind: string): Promise<Server> {
  // The log goes to /dev/null, so that the disk is not measured.
  const child = fork(new URL("route-server.ts", import.meta.url), [kind], {
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`${label} did not start`)));
  const started = child.stdout === null ? failed : Promise.race([once(child.stdout, "data"), failed]);
  failed.catch(() => {});
  const [printed] = await started;
  const { address, key }: { address: string; key: string } = JSON.parse(String(printed));
  const server = { label, url: `${address}/v1/small`, key, child, rounds: [] };
  await verify(server);
  return server;
}

async function verify({ url, key, label }: Server): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const text = await answer.text();
  if (text !== JSON.stringify({ ok: true, at: 1 })) throw new Error(`${label}: ${answer.status} ${text}`);
  if (key === "none") return;
  for (const name of ["request-id", "ratelimit", "ratelimit-policy", "x-content-type-options"]) {
    if (!answer.headers.has(name)) throw new Error(`${label}: the response has no ${name} header`);
  }
  const { status } = await fetch(url);
  if (status !== 401) throw new Error(`${label}: ${status} without a key`);
}

async function run({ url, key, child, label }: Server): Promise<Round> {
  const pid = child.pid ?? 0;
  await readDelay(child);
  const [mainNs, processSeconds] = [mainThreadNs(pid), cpuSecondsOf(pid)];
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    headers: { authorization: `Bearer ${key}` },
  });
  if (non2xx + errors > 0) throw new Error(`${label}: ${non2xx + errors} requests failed`);
  const { p99Ms, maxMs } = await readDelay(child);
  return {
    perSecond: requests.total / duration,
    mainMicros: (mainThreadNs(pid) - mainNs) / 1000 / requests.total,
    processMicros: ((cpuSecondsOf(pid) - processSeconds) * 1e6) / requests.total,
    delayP99Ms: p99Ms,
    delayMaxMs: maxMs,
  };
}

/** Event-loop delay of a server since the last call. */
async function readDelay(child: ChildProcess): Promise<{ p99Ms: number; maxMs: number }> {
  const answered = once(child, "message");
  child.send("delay");
  const [delay] = await answered;
  return delay;
}

/** CPU time of the main thread of a process. */
function mainThreadNs(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8"), 10);
}

async function stopServer({ child }: Server): Promise<void> {
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}

async function compare(label: string, kind: string): Promise<void> {
  const bare = await startServer("bare Fastify", "bare");
  const whole = await startServer(`whole service, ${label}`, kind);
  try {
    for (const server of [bare, whole]) await run(server);
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const server of [bare, whole]) server.rounds.push(await run(server));
    }
    for (const server of [bare, whole]) report(server, bare);
  } finally {
    await stopServer(whole);
    await stopServer(bare);
  }
}

function report({ label, rounds }: Server, bare: Server): void {
  const mid = (name: keyof Round) => median(rounds.map((round) => round[name]));
  const share = median(rounds.map(({ perSecond }, at) => perSecond / (bare.rounds[at]?.perSecond ?? perSecond)));
  const cpuShare = median(rounds.map(({ mainMicros }, at) => (bare.rounds[at]?.mainMicros ?? mainMicros) / mainMicros));
  const cells = [
    label,
    mid("perSecond").toFixed(0),
    `${(100 * share).toFixed(0)} %`,
    mid("mainMicros").toFixed(1),
    mid("processMicros").toFixed(1),
    `${(100 * cpuShare).toFixed(0)} %`,
    mid("delayP99Ms").toFixed(1),
    Math.max(...rounds.map(({ delayMaxMs }) => delayMaxMs)).toFixed(0),
  ];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

process.stdout.write(
  `${describeMachine()}; load average ${loadavg()[0]?.toFixed(1)}; medians of ${values.rounds} interleaved rounds of ${values.seconds} s, ${values.connections} connections\n\n` +
    "| server | requests/s | of bare | main thread, CPU µs/request | process, CPU µs/request | bare's main thread CPU of it | event-loop delay p99, ms | max, ms |\n" +
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
);
for (const name of values.databases.split(",")) {
  if (name === "embedded") {
    await compare("embedded database", "embedded");
    continue;
  }
  const postgres = await startPostgresServer();
  try {
    await compare("PostgreSQL", postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}
