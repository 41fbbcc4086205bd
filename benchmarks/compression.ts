/**
 * Measures the compression of responses: bytes and CPU of each coding and level for responses of the real service, and the size from which a
 * thread of the pool costs the main thread less than compressing at once. `npm run bench:compression`; needs only npm.
 */
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import { metricsToken, type RunningService, startService } from "../tests/running-service.ts";
import { describeMachine, percentile } from "./machine.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Coding {
  name: string;
  compress: (body: Buffer) => Buffer;
  inPool: (body: Buffer) => Promise<Buffer>;
  decompress: (body: Buffer) => Buffer;
}

function zstdAt(level: number): Coding {
  const options = { params: { [constants.ZSTD_c_compressionLevel]: level } };
  return {
    name: `zstd ${level}`,
    compress: (body) => zstdCompressSync(body, options),
    inPool: (body) => promisify(zstdCompress)(body, options),
    decompress: (body) => zstdDecompressSync(body),
  };
}

function brotliAt(quality: number): Coding {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  return {
    name: `br ${quality}`,
    compress: (body) => brotliCompressSync(body, options),
    inPool: (body) => promisify(brotliCompress)(body, options),
    decompress: (body) => brotliDecompressSync(body),
  };
}

function gzipAt(level: number): Coding {
  return {
    name: `gzip ${level}`,
    compress: (body) => gzipSync(body, { level }),
    inPool: (body) => promisify(gzip)(body, { level }),
    decompress: (body) => gunzipSync(body),
  };
}

const fast = [...[1, 3, 6, 9].map(zstdAt), ...[1, 3, 4, 5, 6].map(brotliAt), ...[1, 4, 6, 9].map(gzipAt)];
const thorough = [...[12, 19, 22].map(zstdAt), ...[9, 10, 11].map(brotliAt), gzipAt(9)];

/** Wall time of one call in microseconds. */
function timeUsOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) * 1000;
}

/** CPU of the main thread in microseconds per call. The clock has steps of 4 ms, so many calls are needed. */
async function cpuUsOf(count: number, work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  for (let n = 0; n < count; n++) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / count;
}

/** A page of usage by hour: the rows differ in their times and counts. */
function makeUsagePage(rows: number): Buffer {
  const hourMs = 3_600_000;
  const startMs = Date.UTC(2026, 10, 21);
  const data = Array.from({ length: rows }, (_, n) => ({
    from: new Date(startMs - n * hourMs).toISOString(),
    to: new Date(startMs - (n - 1) * hourMs).toISOString(),
    operation: n % 3 === 0 ? "rankedSearch" : "search",
    count: (n * 7919) % 1009,
  }));
  return Buffer.from(JSON.stringify({ data, nextCursor: null }));
}

async function fetchBodies({ url, key }: RunningService): Promise<Map<string, Buffer>> {
  const headers = { authorization: `Bearer ${key}` };
  const get = async (path: string, token = headers.authorization) => {
    const response = await fetch(url + path, { headers: { authorization: token } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const paths = ["/v1/keys", "/v1/usage/current", "/v1/bookings", "/v1/webhooks"];
  for (let n = 0; n < 120; n++) await get(paths[n % paths.length] ?? "");
  await setTimeout(2000);
  return new Map([
    ["usage page, 50 rows", makeUsagePage(50)],
    ["100 requests", await get("/v1/requests?limit=100")],
    ["metrics", await get("/metrics", `Bearer ${metricsToken}`)],
    ["openapi.json", await get("/openapi.json")],
    ["/docs", await get("/docs")],
  ]);
}

function compareLevels(name: string, body: Buffer, codings: readonly Coding[], rounds: number): void {
  const times = codings.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, coding] of codings.entries()) times[n]?.push(timeUsOf(() => coding.compress(body)));
  }
  for (const [n, coding] of codings.entries()) {
    const small = coding.compress(body);
    if (!coding.decompress(small).equals(body)) throw new Error(`${coding.name} changed ${name}`);
    const spent = times[n] ?? [];
    const cells = [
      name,
      body.length,
      coding.name,
      small.length,
      ...[Math.min(...spent), percentile(spent, 0.5)].map(toMs),
    ];
    print(`| ${cells.join(" | ")} |`);
  }
}

const toMs = (us: number): string => (us / 1000).toFixed(3);

async function compareThreads(body: Buffer): Promise<void> {
  for (const coding of [zstdAt(3), brotliAt(4), gzipAt(4)]) {
    for (const kb of [2, 8, 16, 32, 64, 128]) {
      const part = body.subarray(0, kb * 1024);
      const costs = { now: 0, pool: 0 };
      const rounds = 5;
      for (let round = 0; round < rounds; round++) {
        costs.now += (await cpuUsOf(100, () => coding.compress(part))) / rounds;
        costs.pool += (await cpuUsOf(100, () => coding.inPool(part))) / rounds;
      }
      print(`| ${coding.name} | ${kb} KB | ${costs.now.toFixed(0)} | ${costs.pool.toFixed(0)} |`);
    }
  }
}

const service = await startService({ RATE_LIMIT_FACTOR: "10000" });
let bodies: Map<string, Buffer>;
try {
  bodies = await fetchBodies(service);
} finally {
  await service.stop();
}
const levelsHead =
  "| response | bytes | coding and level | compressed | ms, best | ms, median |\n| --- | ---: | --- | ---: | ---: | ---: |";
print(`${describeMachine()}\n\n${levelsHead}`);
for (const [name, body] of bodies) compareLevels(name, body, fast, body.length > 100_000 ? 25 : 300);
print(`\nLevels of content that is compressed once:\n\n${levelsHead}`);
for (const [name, body] of bodies) if (body.length > 100_000) compareLevels(name, body, thorough, 3);
print("\nMain-thread CPU in µs:\n\n| coding | size | at once | thread pool |\n| --- | ---: | ---: | ---: |");
const largest = bodies.get("openapi.json");
if (largest !== undefined) await compareThreads(largest);
