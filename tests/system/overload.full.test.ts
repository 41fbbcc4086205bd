import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { percentile } from "../../benchmarks/machine.ts";
import { runSteadyLoad } from "../../benchmarks/steady-load.ts";
import { eventually } from "../eventually.ts";
import { type RunningService, readMetrics, startService } from "../running-service.ts";

let service: RunningService;

beforeAll(async () => {
  // The queue of searches refuses here, not the event loop's delay: other tests on the same processors delay it as well.
  service = await startService({ SEARCH_THREADS: "1", RATE_LIMIT_FACTOR: "1000", SHED_DELAY_MS: "20000" });
}, 90_000);

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

/** The median time of so many searches, one after the other. */
async function medianSearchMs(count: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedMs = performance.now();
    const answer = await search(n);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - startedMs);
  }
  return percentile(times, 0.5);
}

/** Sends bytes, and perhaps one more of others every so often, and never reads. */
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

/** A connection of each kind of slow client. */
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

/** The least that is compared: below it a median is the machine's noise. */
const floorMs = 20;

/** Rounds until the two are compared for good. */
const mostRounds = 10;

it("searches as fast beside 500 slow connections of five kinds", { timeout: 180_000 }, async () => {
  await medianSearchMs(20);
  const alone: number[] = [];
  const beside: number[] = [];
  const isAsFast = () => Math.min(...beside) < 2 * Math.max(floorMs, Math.min(...alone));
  // By turns, and the best of each: what else the machine does meanwhile lengthens some of them, and says nothing of the service.
  for (let round = 0; round < mostRounds && !isAsFast(); round++) {
    alone.push(await medianSearchMs(15));
    const slow = await Promise.all(Array.from({ length: 100 }, openEachKind).flat());
    beside.push(await medianSearchMs(15));
    expect(slow.filter((socket) => !socket.closed)).toHaveLength(500);
    for (const socket of slow) socket.destroy();
  }
  expect({ alone, beside }).toSatisfy(isAsFast);
});

/** Mean milliseconds in the service of searches by status, and the gauges. */
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
  return { mean, level: read("wayfare_overload_level"), inLine: read("wayfare_searches_in_line") };
}

async function watchHealth(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const startedMs = performance.now();
    const answer = await fetch(`${service.url}/healthz`);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - startedMs);
  }
  return times;
}

it("answers what it lets in of a flood, turns the rest away for little, and is as before after it", {
  timeout: 60_000,
}, async () => {
  let isOver = false;
  const health = watchHealth(() => isOver);
  const url = `${service.url}/v1/search`;
  const flood = await runSteadyLoad({ url, headers: headers(), bodies, requestsPerSecond: 500, seconds: 4 });
  isOver = true;
  const { answeredMs, refusedMs, requests } = flood;
  expect(answeredMs.length + refusedMs.length).toBe(requests);
  expect(answeredMs.length).toBeGreaterThan(50);
  expect(refusedMs.length).toBeGreaterThan(50);
  expect(percentile(await health, 0.5)).toBeLessThan(percentile(answeredMs, 0.5));
  const { mean } = await readLoad();
  expect(mean("503") * 5).toBeLessThan(mean("200"));
  await eventually(async () => expect(await readLoad()).toMatchObject({ level: 0, inLine: 0 }));
  expect((await search(0)).status).toBe(200);
});

it("tells who is turned away when to come back, and not all at the same time", { timeout: 60_000 }, async () => {
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => search(n)));
  const refused = answers.filter(({ status }) => status === 503);
  // What was let in may take longer than its deadline, on a machine that has more to do.
  for (const { status } of answers) expect([200, 503, 504]).toContain(status);
  const seconds = new Set(refused.map((answer) => Number(answer.headers.get("retry-after"))));
  expect(seconds.size).toBeGreaterThan(1);
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(30);
});
