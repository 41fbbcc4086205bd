/**
 * Measures a search with 10,000 offers of 10 kB through a search thread and real sockets: memory of the thread above idle, blocks of its event
 * loop, latency of other searches of the thread, and time from the supplier's first byte to the first offers of a stream.
 * `npm run bench:large-offers [offers]`; every result is verified.
 */
import { deepStrictEqual } from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@wayfare/contract";
import { normalizeRequest, type SearchJob, SearchThreads } from "@wayfare/search";
import type { AccessBySupplier } from "@wayfare/suppliers";
import { facts } from "../packages/search/test/sample-facts.ts";
import { describeMachine, percentile } from "./machine.ts";

const offers = Number(process.argv[2] ?? 10_000);
const offerBytes = 10_000;
const batches = 50;
const deadlineMs = 60_000;
const otherEveryMs = 25;
const megabyte = 1e6;
const cells = {
  peakBytes: 0,
  blockMs: 1,
  command: 2,
  bytes: 3,
  received: 4,
  arrivedBlockMs: 5,
  arrivedPeakBytes: 6,
  whole: 7,
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const nowMs = () => performance.timeOrigin + performance.now();

const server = fork(new URL("large-offers-server.ts", import.meta.url), [offers, offerBytes, batches].map(String));
let firstByteAtMs = 0;
const [{ port }] = await once(server, "message");
server.on("message", (message: { firstByteAtMs?: number }) => (firstByteAtMs = message.firstByteAtMs ?? firstByteAtMs));

const shared = new Float64Array(new SharedArrayBuffer(64));
const threads = new SearchThreads({
  module: new URL("large-offers-thread.ts", import.meta.url),
  workerData: { url: `http://127.0.0.1:${port}`, shared },
  threads: 1,
  versions: { test: "", live: "" },
  onCrash: (error) => print(`the thread stopped: ${error.message}`),
});

const access: AccessBySupplier = new Map([
  [
    "duffel",
    {
      credential: { id: "c", secret: "duffel_live_1", partition: "live" },
      budget: { acquire: async () => ({ settle: () => {} }) },
    },
  ],
]);
const startedMs = Date.UTC(2027, 0, 1);
const request = normalizeRequest(
  {
    origin: { code: "NYC", kind: "city" },
    destination: { code: "LON", kind: "city" },
    departureDate: "2027-01-20",
    allOffers: true,
    limit: 250,
    cabinMatch: "any",
  },
  facts,
  startedMs,
);
const jobOf = (environment: "test" | "live"): SearchJob & { coding: "identity" } => ({
  searchId: newId("srch", startedMs),
  accountId: environment,
  environment,
  request,
  searchedAtMs: startedMs,
  expiresAtMs: startedMs + 900_000,
  soldSeats: [],
  scored: false,
  view: "full",
  deadlineMs,
  coding: "identity",
});

/** Reads the memory of the thread after a collection of garbage. */
async function readBytes(): Promise<number> {
  shared[cells.command] = 1;
  while (shared[cells.command] !== 0) await sleep(5);
  return shared[cells.bytes] ?? 0;
}

/** Runs work while other searches of the thread are made every 25 ms. @returns their latencies */
async function withOthers(work: () => Promise<void>): Promise<number[]> {
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const timer = setInterval(() => {
    const beganMs = performance.now();
    pending.push(threads.search(jobOf("test"), {}).then(() => void latencies.push(performance.now() - beganMs)));
  }, otherEveryMs);
  await work();
  clearInterval(timer);
  await Promise.all(pending);
  return latencies;
}

async function plain(): Promise<void> {
  const answer = await threads.search(jobOf("live"), { access });
  const [row] = answer.supply;
  deepStrictEqual([row?.status, row?.received, row?.coverage, shared[cells.received]], ["ok", offers, 1, offers]);
  // All pass the filters; the limit of the answer leaves most out.
  deepStrictEqual(
    row?.dropped.map(({ reason }) => reason),
    ["selection"],
  );
}

let firstOffersMs = 0;
async function streamed(): Promise<void> {
  for await (const { started, done } of threads.stream(jobOf("live"), { access })) {
    if (started === true) firstOffersMs = nowMs() - firstByteAtMs;
    if (done !== undefined) deepStrictEqual([done.supply[0]?.status, done.supply[0]?.received], ["ok", offers]);
  }
  deepStrictEqual(shared[cells.received], offers);
}

async function whole(): Promise<void> {
  shared[cells.whole] = 0;
  shared[cells.command] = 2;
  while (shared[cells.whole] === 0) await sleep(20);
  deepStrictEqual(shared[cells.whole], offers);
}

const describe = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(1)}, p95 ${percentile(values, 0.95).toFixed(1)}, maximum ${Math.max(...values).toFixed(1)} ms`;

print(describeMachine());
print(`${offers} offers of ${offerBytes / 1000} kB, pages of 200, ${batches} batches in a stream`);
await withOthers(() => sleep(1000));
print(`other searches of an idle thread: ${describe(await withOthers(() => sleep(1000)))}`);
for (const [title, work] of Object.entries({
  "plain search, in pages": plain,
  "streamed search, in batches": streamed,
  "one answer that is parsed at once, as before without its limit of 8 MiB": whole,
})) {
  const idle = await readBytes();
  shared.fill(0);
  const beganMs = performance.now();
  const latencies = await withOthers(work);
  const tookMs = performance.now() - beganMs;
  const above = (cell: number) => `${(((shared[cell] ?? 0) - idle) / megabyte).toFixed(0)} MB`;
  print(`${title}: ${(tookMs / 1000).toFixed(1)} s, ${(idle / megabyte).toFixed(0)} MB idle`);
  if (work !== whole) {
    print(
      `  while offers arrive: at most ${above(cells.arrivedPeakBytes)} above idle, longest block (CPU) ${(shared[cells.arrivedBlockMs] ?? 0).toFixed(1)} ms`,
    );
  }
  print(
    `  in all: at most ${above(cells.peakBytes)} above idle, longest block (CPU) ${(shared[cells.blockMs] ?? 0).toFixed(1)} ms`,
  );
  print(`  other searches: ${describe(latencies)}`);
  if (work === streamed) print(`  first offers ${firstOffersMs.toFixed(0)} ms after the supplier's first byte`);
}
await threads.close();
server.kill();
