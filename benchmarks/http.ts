/**
 * Searches over HTTP against the real service, as a process of its own on this machine: saturation, a steady load, round trips.
 * Every answer is checked before anything is timed, and only pairs whose answers hold 50 flights are timed: they cost the most.
 * The peer of the run is a bare Fastify that sends one of the answers ready-made: what is left when nothing is searched.
 *
 *     npm run bench:http [-- --seconds 20]
 */
import { parseArgs } from "node:util";
import autocannon, { type Options } from "autocannon";
import fastify from "fastify";
import { type RunningService, readMetrics, startService } from "../tests/running-service.ts";
import { describeMachine, percentile } from "./machine.ts";
import { drawPairs } from "./pairs.ts";
import { type LoadResult, runSteadyLoad } from "./steady-load.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
const seconds = Number(values.seconds);
const limit = 50;
const daysAhead = 60;
const stayDays = 10;
const connections = 8;
const perSecond = 20;
/** Node samples the event loop every 10 ms and reports the interval with the delay: an idle process shows 10. */
const samplingMs = 10;
const pairs = drawPairs(100, 7);

interface Question {
  name: string;
  path: "/v1/flights/search" | "/v1/search";
  extra: Record<string, unknown>;
}

const raw: Question = { name: "one way, money", path: "/v1/flights/search", extra: {} };
const ranked: Question = {
  name: "one way, money and miles, ranked",
  path: "/v1/search",
  extra: { includeAward: true },
};
const returning: Question = {
  name: "round trip, money and miles, ranked",
  path: "/v1/search",
  extra: { includeAward: true, returnDate: dateIn(daysAhead + stayDays) },
};

const service = await startService({ RATE_LIMIT_FACTOR: "10000" });
try {
  console.log(describeMachine());
  console.log(`First start, world made: ${(service.startedInMs / 1000).toFixed(1)} s\n`);
  const answered = [];
  for (const question of [raw, ranked, returning]) answered.push({ question, ...(await verify(service, question)) });
  console.log("\n| scenario | searches/s | p50 ms | p95 ms | p99 ms | KB an answer | event loop p99 ms | not 200 |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { question, bodies } of answered) await measure(service, question, bodies, null);
  for (const { question, bodies } of answered) await measure(service, question, bodies, perSecond);
  await measurePeer(answered[1]?.sample ?? "");
} finally {
  await service.stop();
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Asks for every pair once; the requests that are answered with 50 flights, and one of those answers. */
async function verify({ url, key }: RunningService, { name, path, extra }: Question) {
  const sizes: number[] = [];
  const bodies: string[] = [];
  let empty = 0;
  let sample = "";
  for (const pair of pairs) {
    const body = JSON.stringify({ ...pair, departureDate: dateIn(daysAhead), limit, ...extra });
    const answer = await fetch(url + path, { method: "POST", body, headers: headersOf(key) });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} for ${body}: ${text.slice(0, 300)}`);
    const { flights }: { flights: { cash: unknown[]; award: unknown[] }[] } = JSON.parse(text);
    if (flights.some(({ cash, award }) => cash.length + award.length === 0)) {
      throw new Error(`${name}: a flight without a price for ${body}`);
    }
    if (flights.length === 0) empty++;
    if (flights.length < limit) continue;
    bodies.push(body);
    sizes.push(text.length / 1000);
    sample = text;
  }
  console.log(
    `${name}: ${pairs.length} pairs answered, ${bodies.length} with 50 flights, ${empty} with none; ` +
      `of those with 50, KB median ${percentile(sizes, 0.5).toFixed(0)}, largest ${Math.max(...sizes).toFixed(0)}`,
  );
  return { bodies, sample };
}

async function measure(running: RunningService, { name, path }: Question, bodies: string[], rate: number | null) {
  const url = running.url + path;
  const headers = headersOf(running.key);
  await eventLoopP99(running.url);
  const load =
    rate === null
      ? await saturate({ url, connections, duration: seconds, requests: requestsOf(bodies, headers) })
      : await runSteadyLoad({ url, headers, bodies, requestsPerSecond: rate, seconds });
  report(
    `${name}, ${rate === null ? `${connections} connections` : `${rate}/s`}`,
    load,
    await eventLoopP99(running.url),
  );
}

/** As many requests as come back, from so many connections at once. */
function saturate(options: Options): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const responseMs: number[] = [];
    const load = autocannon(options, (error, { requests, duration, throughput, non2xx, errors }) => {
      if (error) return reject(error);
      const not200 = non2xx + errors;
      return resolve({ requests: requests.total, seconds: duration, responseMs, bytes: throughput.total, not200 });
    });
    load.on("response", (_client, _status, _bytes, ms) => responseMs.push(ms));
  });
}

function requestsOf(bodies: readonly string[], headers: Record<string, string>) {
  return bodies.map((body) => ({ method: "POST" as const, body, headers }));
}

function report(name: string, load: LoadResult, loopMs: number | null): void {
  const cells = [
    name,
    (load.requests / load.seconds).toFixed(1),
    ...[0.5, 0.95, 0.99].map((share) => percentile(load.responseMs, share).toFixed(1)),
    (load.bytes / 1000 / Math.max(1, load.requests)).toFixed(0),
    loopMs === null ? "" : loopMs.toFixed(1),
    load.not200,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

/** 99th percentile of the event loop's delay in the service since the last scrape, the sampling interval taken off. */
async function eventLoopP99(url: string): Promise<number> {
  const metrics = await readMetrics(url);
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000 - samplingMs;
}

function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

async function measurePeer(text: string): Promise<void> {
  const peer = fastify();
  const bytes = Buffer.from(text);
  peer.post("/v1/search", (_, reply) => reply.type("application/json").send(bytes));
  const url = await peer.listen({ host: "127.0.0.1", port: 0 });
  try {
    const requests = requestsOf(["{}"], headersOf("-"));
    const load = await saturate({ url: `${url}/v1/search`, connections, duration: 5, requests });
    report("peer: bare Fastify, an answer ready-made (in the load's own process)", load, null);
  } finally {
    await peer.close();
  }
}
