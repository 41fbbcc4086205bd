import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { percentile } from "../../benchmarks/machine.ts";
import { runSteadyLoad } from "../../benchmarks/steady-load.ts";
import { eventually } from "../eventually.ts";
import { type RunningService, readMetrics, startService } from "../running-service.ts";

let service: RunningService;

beforeAll(async () => {
  // Only the search queue sheds load, not the event loop delay, which other tests on the same processors increase too.
  service = await startService({ SEARCH_THREADS: "1", RATE_LIMIT_FACTOR: "1000", SHED_DELAY_MS: "20000" });
});

afterAll(() => service.stop());

const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const cities = ["LON", "PAR", "FRA", "MAD", "ROM", "AMS", "CHI", "LAX", "TYO", "SIN"];
const bodies = cities.map((destination) =>
  JSON.stringify({ origin: "NYC", destination, departureDate, includeAward: true, limit: 10 }),
);

const headers = () => ({ authorization: `Bearer ${service.key}`, "content-type": "application/json" });

async function search(n: number): Promise<Response> {
  const body = bodies[n % bodies.length] ?? "";
  return fetch(`${service.url}/v1/search`, { method: "POST", headers: headers(), body });
}

/** Returns the median time of sequential searches. */
async function medianSearchMs(count: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedMs = performance.now();
    const response = await search(n);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    times.push(performance.now() - startedMs);
  }
  return percentile(times, 0.5);
}

/** Opens a slow connection: sends bytes, optionally drips further ones, and never reads. */
async function openSlow(first: string, dripped?: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(first);
  if (dripped !== undefined) {
    let at = 0;
    const timer = setInterval(() => socket.write(dripped[at++ % dripped.length] ?? ""), 200);
    socket.once("close", () => clearInterval(timer));
  }
  return socket;
}

/** Opens a connection of each kind of slow client. */
function openEachKind(): Promise<Socket>[] {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
  const post = `POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`;
  return [
    openSlow(""),
    openSlow(get("/healthz"), "x-y: z\r\n"),
    openSlow(`${post}Content-Length: 10000\r\n\r\n{`, " "),
    openSlow(`${get("/openapi.json")}\r\n`.repeat(8)),
    openSlow(`${get("/healthz")}\r\n`),
  ];
}

/** Minimum for the comparison; below it, a median is noise. */
const floorMs = 20;

/** Maximum number of rounds. */
const maxRounds = 10;

it("searches as fast with 500 open slow connections of five kinds", { timeout: 600_000 }, async () => {
  await medianSearchMs(20);
  const alone: number[] = [];
  const withSlow: number[] = [];
  const isAsFast = () => Math.min(...withSlow) < 2 * Math.max(floorMs, Math.min(...alone));
  // Alternates and compares the best of each, because other load on the machine lengthens some rounds.
  for (let round = 0; round < maxRounds && !isAsFast(); round++) {
    alone.push(await medianSearchMs(15));
    const slow = await Promise.all(Array.from({ length: 100 }, openEachKind).flat());
    withSlow.push(await medianSearchMs(15));
    expect(slow.filter((socket) => !socket.closed)).toHaveLength(500);
    for (const socket of slow) socket.destroy();
  }
  expect({ alone, withSlow }).toSatisfy(isAsFast);
});

/** Reads the mean service time of searches by status in milliseconds, and the gauges. */
async function readLoad() {
  const text = await readMetrics(service.url);
  const read = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  const mean = (status: string) => {
    const labels = `{method="POST",route="/v1/search",status="${status}"}`;
    const name = "wayfare_http_request_duration_seconds";
    return (read(`${name}_sum${labels}`) / read(`${name}_count${labels}`)) * 1000;
  };
  return { mean, level: read("wayfare_overload_level"), pending: read("wayfare_searches_pending") };
}

async function watchHealth(isDone: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isDone()) {
    const startedMs = performance.now();
    const response = await fetch(`${service.url}/healthz`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    times.push(performance.now() - startedMs);
  }
  return times;
}

it("serves admitted searches of a flood, rejects the rest cheaply, and recovers afterwards", async () => {
  let isDone = false;
  const health = watchHealth(() => isDone);
  const url = `${service.url}/v1/search`;
  const flood = await runSteadyLoad({ url, headers: headers(), bodies, requestsPerSecond: 500, seconds: 4 });
  isDone = true;
  const { answeredMs, refusedMs, timedOut, requests } = flood;
  expect(answeredMs.length + refusedMs.length + timedOut).toBe(requests);
  // Admitted searches may exceed their deadline on a busy machine.
  expect(timedOut * 10).toBeLessThan(answeredMs.length);
  expect(answeredMs.length).toBeGreaterThan(50);
  expect(refusedMs.length).toBeGreaterThan(50);
  expect(percentile(await health, 0.5)).toBeLessThan(percentile(answeredMs, 0.5));
  const { mean } = await readLoad();
  expect(mean("503") * 5).toBeLessThan(mean("200"));
  await eventually(async () => expect(await readLoad()).toMatchObject({ level: 0, pending: 0 }));
  expect((await search(0)).status).toBe(200);
});

it("returns varied Retry-After values to rejected requests", async () => {
  const responses = await Promise.all(Array.from({ length: 1000 }, (_, n) => search(n)));
  const rejected = responses.filter(({ status }) => status === 503);
  // Admitted searches may exceed their deadline on a busy machine.
  for (const { status } of responses) expect([200, 503, 504]).toContain(status);
  const seconds = new Set(rejected.map((response) => Number(response.headers.get("retry-after"))));
  expect(seconds.size).toBeGreaterThan(1);
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(30);
});
