/** Search thread of large-offers.ts: the adapter of Duffel and a quick supplier, with a sampler of memory and of blocks of the event loop. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { createGuardedClient } from "@wayfare/egress";
import { createSearchRunner, serveSearches } from "@wayfare/search";
import { createDuffelSupplier, type Supplier, SupplierRegistry } from "@wayfare/suppliers";
import { facts } from "../packages/search/test/sample-facts.ts";
import { makeCash, makeFlight, supplierOf } from "../packages/search/test/sample-flights.ts";
import { places } from "../packages/suppliers/test/places.ts";

/** Cells of the shared memory. */
const cells = {
  peakBytes: 0,
  blockMs: 1,
  command: 2,
  bytes: 3,
  received: 4,
  arrivedBlockMs: 5,
  arrivedPeakBytes: 6,
  whole: 7,
} as const;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const { url, shared }: { url: string; shared: Float64Array } = workerData;

const bytesNow = () => {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
};
const raise = (cell: number, value: number) => (shared[cell] = Math.max(shared[cell] ?? 0, value));
/** CPU time of this thread in milliseconds. Unlike the time of a clock, it does not grow while the machine runs other programs. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let lastMs = cpuMs();
let isReceiving = false;

/** Samples every 2 ms. The CPU time between two samples is that of the longest block of the event loop, and somewhat more. */
setInterval(() => {
  const blockMs = cpuMs() - lastMs;
  const bytes = bytesNow();
  raise(cells.blockMs, blockMs);
  raise(cells.peakBytes, bytes);
  if (isReceiving) {
    raise(cells.arrivedBlockMs, blockMs);
    raise(cells.arrivedPeakBytes, bytes);
  }
  lastMs = cpuMs();
  if (shared[cells.command] === 1) {
    collectGarbage();
    shared[cells.bytes] = bytesNow();
    // The other thread reads the bytes once the command is done.
    shared[cells.command] = 0;
    lastMs = cpuMs();
  } else if (shared[cells.command] === 2) {
    shared[cells.command] = 0;
    void readWhole();
  }
}, 2);

const egress = createGuardedClient({
  rules: { allowLoopback: true, allowCidrs: [], ports: [] },
  timeoutMs: 60_000,
  maxBodyBytes: 1000,
});
const duffel = createDuffelSupplier({ places, egress, nowMs: () => Date.now(), baseUrl: url });

/** The adapter, with the offers that it counts and the time until its last batch. */
const counted: Supplier = {
  ...duffel,
  async *search(query, context) {
    isReceiving = true;
    try {
      for await (const batch of duffel.search(query, context)) {
        shared[cells.received] = (shared[cells.received] ?? 0) + (batch.received ?? 0);
        yield batch;
      }
    } finally {
      isReceiving = false;
    }
  },
};
const quick = supplierOf("quick", [makeFlight({ number: "1", cash: [makeCash(40_000)] })]);

/** One answer with all offers that is parsed at once, as before without its limit. */
async function readWhole(): Promise<void> {
  const outcome = await egress.send({
    method: "GET",
    url: `${url}/whole`,
    headers: {},
    timeoutMs: 60_000,
    maxBodyBytes: 500_000_000,
    acceptGzip: true,
  });
  const parsed = outcome.ok ? JSON.parse(outcome.body.toString()) : undefined;
  raise(cells.peakBytes, bytesNow());
  shared[cells.whole] = parsed?.data.offers.length ?? -1;
}

if (parentPort === null) throw new Error("this module runs in a worker thread");
serveSearches(
  createSearchRunner({
    ...facts,
    suppliers: new SupplierRegistry([
      { supplier: counted, slot: 1, partitions: ["live"] },
      { supplier: quick, slot: 2, partitions: ["test"] },
    ]),
  }),
  parentPort,
);
