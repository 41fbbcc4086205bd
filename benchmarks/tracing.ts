/**
 * CPU time of traces: `npm run bench:tracing`. Pairs of services, one of each pair with traces of every request, answer the same searches in
 * turns. The CPU time of each process, threads included, is read from its metrics before and after each turn. Two equal processes differ by
 * up to 5 %, so several pairs are started, in alternating order.
 */
import { createServer } from "node:http";
import { type RunningService, readMetrics, startService } from "../tests/running-service.ts";

const pairs = 4;
const rounds = 6;
const searchesPerRound = 120;
const concurrency = 4;
const warmUpSearches = 300;

let exports = 0;
const collector = createServer((request, response) => {
  request.resume().on("end", () => {
    exports++;
    response.end("{}");
  });
}).listen(0, "127.0.0.1");
await new Promise((resolve) => collector.once("listening", resolve));
const address = collector.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

const common = { SEARCH_THREADS: "1", RATE_LIMIT_FACTOR: "10000" };
const environments = { off: common, on: { ...common, TRACES_URL: `http://127.0.0.1:${port}/v1/traces` } };
type Mode = keyof typeof environments;

const totals = { off: 0, on: 0 };
try {
  for (let pair = 0; pair < pairs; pair++) {
    const used = await measurePair(pair % 2 === 0 ? ["off", "on"] : ["on", "off"]);
    console.log(`pair ${pair + 1}: ${percent(used.on / used.off)} more`);
    totals.off += used.off;
    totals.on += used.on;
  }
  const perSearch = (mode: Mode) => ((totals[mode] / pairs / rounds / searchesPerRound) * 1000).toFixed(2);
  console.log(`CPU time of a search: ${perSearch("off")} ms without traces, ${perSearch("on")} ms with traces`);
  console.log(`all pairs: ${percent(totals.on / totals.off)} more; ${exports} exports`);
} finally {
  collector.closeAllConnections();
  collector.close();
}

/** Returns the CPU seconds of both services of a new pair, which are started in the given order. */
async function measurePair(order: readonly Mode[]): Promise<Record<Mode, number>> {
  const used = { off: 0, on: 0 };
  const services = new Map<Mode, RunningService>();
  try {
    for (const mode of order) services.set(mode, await startService(environments[mode]));
    for (const service of services.values()) await search(service, warmUpSearches);
    for (let round = 0; round < rounds; round++) {
      const turns = [...services];
      for (const [mode, service] of round % 2 === 0 ? turns : turns.toReversed()) {
        const before = await readCpuSeconds(service);
        await search(service, searchesPerRound);
        used[mode] += (await readCpuSeconds(service)) - before;
      }
    }
    return used;
  } finally {
    for (const service of services.values()) await service.stop();
  }
}

/** Different days, so that no result is a repetition of the one before. */
async function search({ url, key }: RunningService, count: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const day = 20 + (next++ % 200);
      const departureDate = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
      const response = await fetch(`${url}/v1/search`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ origin: "JFK", destination: "LHR", departureDate }),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`search returned status ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function readCpuSeconds(service: RunningService): Promise<number> {
  const value = /^process_cpu_seconds_total (\S+)$/m.exec(await readMetrics(service.url))?.[1];
  return Number(value);
}

function percent(ratio: number): string {
  return `${((ratio - 1) * 100).toFixed(1)} %`;
}
