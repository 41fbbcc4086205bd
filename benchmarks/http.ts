/**
 * Searches over HTTP against the real service, as a process of its own on this machine: saturation, a steady load, and round
 * trips. Every answer's shape is checked before anything is timed. The peer of the run is a bare Fastify that sends
 * the same bytes, ready-made: what is left when nothing is searched.
 *
 *     npm run bench:http [-- --seconds 15]
 */
import { parseArgs } from "node:util";
import autocannon, { type Options, type Result } from "autocannon";
import fastify from "fastify";
import { type RunningService, startService } from "../tests/running-service.ts";
import { describeMachine, percentile } from "./machine.ts";
import { drawPairs } from "./pairs.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "15" } } });
const seconds = Number(values.seconds);
const pairs = drawPairs(60, 7);
const daysAhead = 60;
const stayDays = 10;

interface Scenario {
  name: string;
  path: "/v1/flights/search" | "/v1/search";
  bodies: string[];
  /** Requests a second, or null for as many as come back. */
  rate: number | null;
  connections: number;
}

function bodiesOf(extra: Record<string, unknown>): string[] {
  const departureDate = dateIn(daysAhead);
  return pairs.map((pair) => JSON.stringify({ ...pair, departureDate, limit: 50, ...extra }));
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const oneWay = bodiesOf({});
const bothPrices = bodiesOf({ includeAward: true });
const roundTrip = bodiesOf({ includeAward: true, returnDate: dateIn(daysAhead + stayDays) });
const scenarios: Scenario[] = [
  { name: "one way, money, saturation", path: "/v1/flights/search", bodies: oneWay, rate: null, connections: 8 },
  {
    name: "one way, money and miles, ranked, saturation",
    path: "/v1/search",
    bodies: bothPrices,
    rate: null,
    connections: 8,
  },
  { name: "one way, money, 20/s", path: "/v1/flights/search", bodies: oneWay, rate: 20, connections: 10 },
  { name: "one way, money and miles, ranked, 20/s", path: "/v1/search", bodies: bothPrices, rate: 20, connections: 10 },
  {
    name: "round trip, money and miles, ranked, 10/s",
    path: "/v1/search",
    bodies: roundTrip,
    rate: 10,
    connections: 10,
  },
];

const service = await startService();
try {
  console.log(describeMachine());
  console.log(`First start, world made: ${(service.startedInMs / 1000).toFixed(1)} s\n`);
  for (const { name, path, bodies } of scenarios.slice(0, 2)) await verify(service, name, path, bodies);
  const sample = await verify(service, "round trip", "/v1/search", roundTrip);
  console.log("\n| scenario | requests/s | p50 ms | p95 ms | p99 ms | KB an answer | event loop p99 ms | not 200 |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const scenario of scenarios) await measure(service, scenario);
  await measurePeer(sample);
} finally {
  await service.stop();
}

/** Answers every body once; returns the last answer's text. */
async function verify({ url, key }: RunningService, name: string, path: string, bodies: string[]): Promise<string> {
  const sizes: number[] = [];
  const counts: number[] = [];
  let text = "";
  for (const body of bodies) {
    const answer = await fetch(url + path, { method: "POST", body, headers: headersOf(key) });
    text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} for ${body}: ${text.slice(0, 300)}`);
    const { flights }: { flights: { cash: unknown[]; award: unknown[] }[] } = JSON.parse(text);
    if (flights.some(({ cash, award }) => cash.length + award.length === 0))
      throw new Error(`${name}: a flight without a price`);
    counts.push(flights.length);
    sizes.push(text.length / 1000);
  }
  const full = counts.filter((count) => count === 50).length;
  console.log(
    `${name}: ${bodies.length} pairs answered, ${full} with 50 flights, ${counts.filter((count) => count === 0).length} with none; ` +
      `KB median ${percentile(sizes, 0.5).toFixed(0)}, largest ${Math.max(...sizes).toFixed(0)}`,
  );
  return text;
}

async function measure(
  { url, key }: RunningService,
  { name, path, bodies, rate, connections }: Scenario,
): Promise<void> {
  await eventLoopP99(url);
  const load = await runLoad({
    url: url + path,
    connections,
    duration: seconds,
    ...(rate === null ? {} : { overallRate: rate }),
    requests: bodies.map((body) => ({ method: "POST" as const, body, headers: headersOf(key) })),
  });
  report(name, load, await eventLoopP99(url));
}

interface Load {
  result: Result;
  responseMs: number[];
}

function runLoad(options: Options): Promise<Load> {
  return new Promise((resolve, reject) => {
    const responseMs: number[] = [];
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve({ result, responseMs })));
    load.on("response", (_client, _status, _bytes, ms) => responseMs.push(ms));
  });
}

function report(name: string, { result, responseMs }: Load, loopMs: number | null): void {
  const { requests, throughput, non2xx, errors } = result;
  const cells = [
    name,
    (requests.total / result.duration).toFixed(1),
    ...[0.5, 0.95, 0.99].map((share) => percentile(responseMs, share).toFixed(1)),
    (throughput.total / 1000 / Math.max(1, requests.total)).toFixed(0),
    loopMs === null ? "" : loopMs.toFixed(1),
    non2xx + errors,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

/** Delay of the service's event loop since the last scrape, with the 10 ms between two samples that the figure contains. */
async function eventLoopP99(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
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
    const [body = "{}"] = roundTrip;
    const requests = [{ method: "POST" as const, body, headers: headersOf("-") }];
    const load = await runLoad({ url: `${url}/v1/search`, requests, connections: 8, duration: 5 });
    report("peer: bare Fastify, the last answer ready-made (in the load's own process)", load, null);
  } finally {
    await peer.close();
  }
}
