/**
 * Measures searches over HTTP against the real service in a separate process on this machine: saturation, a steady load, round trips. Every
 * response is verified before timing starts. Only pairs with 50 flights in the response are timed, because they cost the most. The peer is
 * a plain Fastify server that sends one of the responses from memory: the cost without a search.
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
/** Node samples the event loop every 10 ms and includes the interval in the delay: an idle process shows 10. */
const samplingMs = 10;
const pairs = drawPairs(100, 7);

interface Scenario {
  name: string;
  path: "/v1/flights/search" | "/v1/search";
  extra: Record<string, unknown>;
}

const raw: Scenario = { name: "one way, cash", path: "/v1/flights/search", extra: {} };
const ranked: Scenario = {
  name: "one way, cash and awards, ranked",
  path: "/v1/search",
  extra: { includeAward: true },
};
const returning: Scenario = {
  name: "round trip, cash and awards, ranked",
  path: "/v1/search",
  extra: { includeAward: true, returnDate: dateIn(daysAhead + stayDays) },
};

const service = await startService({ RATE_LIMIT_FACTOR: "10000" });
try {
  console.log(describeMachine());
  console.log(`First start, including world generation: ${(service.startedInMs / 1000).toFixed(1)} s\n`);
  const checked = [];
  for (const kind of [raw, ranked, returning]) checked.push({ kind, ...(await verify(service, kind)) });
  console.log("\n| scenario | searches/s | p50 ms | p95 ms | p99 ms | KB per response | event loop p99 ms | not 200 |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { kind, bodies } of checked) await measure(service, kind, bodies, null);
  for (const { kind, bodies } of checked) await measure(service, kind, bodies, perSecond);
  await measurePeer(checked[1]?.sample ?? "");
} finally {
  await service.stop();
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Requests every pair once; returns the requests with 50 flights in the response, and one of those responses. */
async function verify({ url, key }: RunningService, { name, path, extra }: Scenario) {
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
    `${name}: ${pairs.length} pairs, ${bodies.length} with 50 flights, ${empty} with none; ` +
      `of those with 50, KB median ${percentile(sizes, 0.5).toFixed(0)}, largest ${Math.max(...sizes).toFixed(0)}`,
  );
  return { bodies, sample };
}

async function measure(running: RunningService, { name, path }: Scenario, bodies: string[], rate: number | null) {
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

/** Runs a closed loop: every connection sends its next request as soon as it has a response. */
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

/** 99th percentile of the service's event loop delay since the last scrape, minus the sampling interval. */
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
    report("peer: plain Fastify, prepared response (in the load generator's process)", load, null);
  } finally {
    await peer.close();
  }
}
