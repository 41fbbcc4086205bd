/**
 * Measures the service under overload: completed searches per second and their latency at one, two and four times its capacity. Capacity is
 * the throughput of eight clients that send the next request as soon as they have a response. The load is an open loop with Poisson
 * arrivals; each request is timed from its scheduled time. The health endpoint is requested ten times per second during the load.
 *
 *     npm run bench:overload [-- --seconds 15]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type RunningService, readMetrics, startService } from "../tests/running-service.ts";
import { describeMachine, percentile } from "./machine.ts";
import { drawPairs } from "./pairs.ts";
import { runSteadyLoad, type SteadyLoadResult } from "./steady-load.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "15" } } });
const seconds = Number(values.seconds);
const multiples = [1, 2, 4];
const callers = 8;
const healthEveryMs = 100;
const requestMetric = "wayfare_http_request_duration_seconds";
const pairs = drawPairs(100, 7);
const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

const service = await startService({ RATE_LIMIT_FACTOR: "10000" });
try {
  const bodies = await verify(service);
  console.log(`${describeMachine()}; ${bodies.length} searches with 50 flights each`);
  await measureCapacity(service, bodies);
  console.log(
    "| offered | capacity | offered/s | completed/s | completed p50 ms | p95 ms | p99 ms | mean in service ms | rejected/s | rejected p50 ms | p95 ms | mean in service ms | other | health p95 ms | max ms |",
  );
  console.log(`|${" --- |".repeat(15)}`);
  for (const multiple of multiples) {
    const capacity = await measureCapacity(service, bodies);
    const healthMs: number[] = [];
    const before = await readServed(service);
    const stopPolling = pollHealth(service, healthMs);
    const requestsPerSecond = capacity * multiple;
    const load = await runSteadyLoad({ ...searchesOf(service), bodies, requestsPerSecond, seconds });
    await stopPolling();
    report([`${multiple}×`, capacity.toFixed(1)], load, {
      healthMs,
      served: served(before, await readServed(service)),
    });
  }
} finally {
  await service.stop();
}

function searchesOf({ url, key }: RunningService) {
  return {
    url: `${url}/v1/search`,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  };
}

/** Requests every pair once; returns the requests with 50 flights in the response. */
async function verify(running: RunningService): Promise<string[]> {
  const bodies: string[] = [];
  const { url, headers } = searchesOf(running);
  for (const pair of pairs) {
    const body = JSON.stringify({ ...pair, departureDate, limit: 50, includeAward: true });
    const response = await fetch(url, { method: "POST", headers, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${body}: ${text.slice(0, 300)}`);
    const { flights }: { flights: unknown[] } = JSON.parse(text);
    if (flights.length === 50) bodies.push(body);
  }
  return bodies;
}

/**
 * Searches per second of clients that send the next request as soon as they have a response; measured before each load, because the machine
 * is shared.
 */
async function measureCapacity(running: RunningService, bodies: readonly string[]): Promise<number> {
  const { url, headers } = searchesOf(running);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let sent = 0;
  let answered = 0;
  const sendRequests = async () => {
    while (performance.now() < endMs) {
      const response = await fetch(url, { method: "POST", headers, body: bodies[sent++ % bodies.length] ?? "" });
      await response.arrayBuffer();
      if (response.status === 200) answered++;
    }
  };
  await Promise.all(Array.from({ length: callers }, sendRequests));
  return answered / seconds;
}

/** Polls the health endpoint; the returned function stops polling. */
function pollHealth({ url }: RunningService, healthMs: number[]) {
  const stopped = new AbortController();
  const poll = async () => {
    while (!stopped.signal.aborted) {
      const startedMs = performance.now();
      const response = await fetch(`${url}/healthz`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`health endpoint returned ${response.status}`);
      healthMs.push(performance.now() - startedMs);
      await sleep(healthEveryMs);
    }
  };
  const polling = poll();
  return () => {
    stopped.abort();
    return polling;
  };
}

/** Seconds and request counts of the search route by status from the service's metrics, which exclude delays of the load generator. */
async function readServed({ url }: RunningService): Promise<Map<string, { seconds: number; count: number }>> {
  const metrics = await readMetrics(url);
  const read = (part: string, status: string) => {
    const labels = `method="POST",route="/v1/search",status="${status}"`;
    const line = metrics.split("\n").find((each) => each.startsWith(`${requestMetric}_${part}{${labels}}`));
    return Number(line?.split(" ").at(-1) ?? 0);
  };
  return new Map(
    ["200", "503"].map((status) => [status, { seconds: read("sum", status), count: read("count", status) }]),
  );
}

/** Mean milliseconds in the service of completed and of rejected requests. */
function served(before: Awaited<ReturnType<typeof readServed>>, after: typeof before): string[] {
  return ["200", "503"].map((status) => {
    const [from, to] = [before.get(status), after.get(status)];
    const count = (to?.count ?? 0) - (from?.count ?? 0);
    return count === 0 ? "" : ((((to?.seconds ?? 0) - (from?.seconds ?? 0)) / count) * 1000).toFixed(1);
  });
}

interface DuringLoad {
  healthMs: readonly number[];
  served: readonly string[];
}

function report(
  names: readonly string[],
  load: SteadyLoadResult,
  { healthMs, served: [answered = "", refused = ""] }: DuringLoad,
): void {
  const { answeredMs, refusedMs } = load;
  const rate = (times: readonly number[]) => (times.length / load.seconds).toFixed(1);
  const at = (times: readonly number[], share: number) =>
    times.length === 0 ? "" : percentile(times, share).toFixed(1);
  const cells = [
    ...names,
    rate(load.responseMs),
    rate(answeredMs),
    ...[0.5, 0.95, 0.99].map((share) => at(answeredMs, share)),
    answered,
    rate(refusedMs),
    ...[0.5, 0.95].map((share) => at(refusedMs, share)),
    refused,
    load.requests - answeredMs.length - refusedMs.length,
    ...[0.95, 1].map((share) => at(healthMs, share)),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
