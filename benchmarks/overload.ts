/**
 * What is left of the service when more is asked than it can answer: searches answered a second, and how long they took, at one, two
 * and four times its capacity. Capacity is what eight callers get who ask again as soon as they are answered. The load is an
 * open loop with Poisson arrivals; each request is timed from the instant it was due. Health is asked ten times a second beside it.
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
    "| offered | capacity | offered/s | answered/s | answered p50 ms | p95 ms | p99 ms | mean in the service ms | refused/s | refused p50 ms | p95 ms | mean in the service ms | neither | health p95 ms | most ms |",
  );
  console.log(`|${" --- |".repeat(15)}`);
  for (const multiple of multiples) {
    const capacity = await measureCapacity(service, bodies);
    const healthMs: number[] = [];
    const before = await readServed(service);
    const stopWatching = watchHealth(service, healthMs);
    const requestsPerSecond = capacity * multiple;
    const load = await runSteadyLoad({ ...searchesOf(service), bodies, requestsPerSecond, seconds });
    await stopWatching();
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

/** Asks for every pair once; the requests that are answered with 50 flights. */
async function verify(running: RunningService): Promise<string[]> {
  const bodies: string[] = [];
  const { url, headers } = searchesOf(running);
  for (const pair of pairs) {
    const body = JSON.stringify({ ...pair, departureDate, limit: 50, includeAward: true });
    const answer = await fetch(url, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} for ${body}: ${text.slice(0, 300)}`);
    const { flights }: { flights: unknown[] } = JSON.parse(text);
    if (flights.length === 50) bodies.push(body);
  }
  return bodies;
}

/** Searches a second of callers who ask again as soon as they are answered; taken before each load, for the machine is shared. */
async function measureCapacity(running: RunningService, bodies: readonly string[]): Promise<number> {
  const { url, headers } = searchesOf(running);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let asked = 0;
  let answered = 0;
  const ask = async () => {
    while (performance.now() < endMs) {
      const answer = await fetch(url, { method: "POST", headers, body: bodies[asked++ % bodies.length] ?? "" });
      await answer.arrayBuffer();
      if (answer.status === 200) answered++;
    }
  };
  await Promise.all(Array.from({ length: callers }, ask));
  return answered / seconds;
}

/** Asks for health again and again; the answer stops it. */
function watchHealth({ url }: RunningService, healthMs: number[]) {
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      const startedMs = performance.now();
      const answer = await fetch(`${url}/healthz`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`health answered ${answer.status}`);
      healthMs.push(performance.now() - startedMs);
      await sleep(healthEveryMs);
    }
  };
  const watching = watch();
  return () => {
    over.abort();
    return watching;
  };
}

/** Seconds and requests of the search route by status, as the service has counted them: without what the load itself is late. */
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

/** Mean milliseconds in the service, of those answered and of those refused. */
function served(before: Awaited<ReturnType<typeof readServed>>, after: typeof before): string[] {
  return ["200", "503"].map((status) => {
    const [from, to] = [before.get(status), after.get(status)];
    const count = (to?.count ?? 0) - (from?.count ?? 0);
    return count === 0 ? "" : ((((to?.seconds ?? 0) - (from?.seconds ?? 0)) / count) * 1000).toFixed(1);
  });
}

interface Beside {
  healthMs: readonly number[];
  served: readonly string[];
}

function report(
  names: readonly string[],
  load: SteadyLoadResult,
  { healthMs, served: [answered = "", refused = ""] }: Beside,
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
