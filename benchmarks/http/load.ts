import { setTimeout as sleep } from "node:timers/promises";
import { unitHash } from "@wayfare/engine";
import { readMetrics } from "../../tests/running-service.ts";
import { percentile } from "../machine.ts";
import { readCpuMs, readRssMb } from "./process-usage.ts";
import type { RawClient, RawRequest } from "./raw-client.ts";
import type { Service } from "./services.ts";

/** Figures of one run of a scenario. Times are milliseconds. */
export interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Percentiles of the time to the first flights of a stream. */
  firstP50: number;
  firstP95: number;
  mainCpu: number;
  totalCpu: number;
  /** 99th percentile of the delay of the event loop. */
  loopP99: number;
  /** Share of the main thread's scavenges that took less than 5 ms. */
  shortScavenges: number;
  kilobytes: number;
  rssMb: number;
}

export interface LoadOptions {
  client: RawClient;
  service: Service;
  requests: readonly RawRequest[];
  seconds: number;
}

/** Node samples the event loop every 10 ms and includes the interval in the delay: an idle process shows 10. */
const samplingMs = 10;

interface Sample {
  ms: number[];
  firstMs: number[];
  bytes: number;
}

/** Closed loop: every connection sends its next request as soon as it has a response. */
export function saturate({ connections, ...options }: LoadOptions & { connections: number }): Promise<Figures> {
  return measure(options, async (sample, endMs) => {
    const connection = async (_: unknown, start: number): Promise<void> => {
      for (let n = start; performance.now() < endMs; n += connections)
        await send(options, sample, n, performance.now());
    };
    await Promise.all(Array.from({ length: connections }, connection));
  });
}

/** Open loop: requests at the arrival times of a Poisson process, timed from their scheduled time. */
export function runSteadily({ perSecond, ...options }: LoadOptions & { perSecond: number }): Promise<Figures> {
  return measure(options, async (sample, endMs) => {
    const pending: Promise<void>[] = [];
    let dueMs = performance.now();
    for (let n = 0; dueMs < endMs; n++) {
      await sleep(Math.max(0, dueMs - performance.now()));
      pending.push(send(options, sample, n, dueMs));
      dueMs += (-Math.log(1 - unitHash(11, n, 0, 0)) / perSecond) * 1000;
    }
    await Promise.all(pending);
  });
}

async function send({ client, requests }: LoadOptions, sample: Sample, n: number, dueMs: number): Promise<void> {
  const request = requests[n % requests.length];
  if (request === undefined) throw new Error("no requests");
  let first = Number.NaN;
  const { status, body } = await client.post({
    ...request,
    onChunk(chunk) {
      if (Number.isNaN(first) && chunk.includes("event: flights")) first = performance.now() - dueMs;
    },
  });
  if (status !== 200) throw new Error(`status ${status}: ${body.toString().slice(0, 300)}`);
  sample.ms.push(performance.now() - dueMs);
  if (!Number.isNaN(first)) sample.firstMs.push(first);
  sample.bytes += body.byteLength;
}

async function measure(
  { service, seconds }: LoadOptions,
  run: (sample: Sample, endMs: number) => Promise<void>,
): Promise<Figures> {
  const before = { scavenges: await readScavenges(service), cpu: readCpuMs(service.pid) };
  const startedMs = performance.now();
  const sample: Sample = { ms: [], firstMs: [], bytes: 0 };
  let rssMb = 0;
  const sampling = setInterval(() => (rssMb = Math.max(rssMb, readRssMb(service.pid))), 100);
  await run(sample, startedMs + seconds * 1000).finally(() => clearInterval(sampling));
  const elapsed = (performance.now() - startedMs) / 1000;
  const cpu = readCpuMs(service.pid);
  const count = sample.ms.length;
  const after = await readScavenges(service);
  const all = after.all - before.scavenges.all;
  return {
    perSecond: count / elapsed,
    p50: percentile(sample.ms, 0.5),
    p95: percentile(sample.ms, 0.95),
    p99: percentile(sample.ms, 0.99),
    firstP50: percentile(sample.firstMs, 0.5),
    firstP95: percentile(sample.firstMs, 0.95),
    mainCpu: (cpu.main - before.cpu.main) / count,
    totalCpu: (cpu.all - before.cpu.all) / count,
    loopP99: after.loopP99,
    shortScavenges: all === 0 ? 1 : (after.short - before.scavenges.short) / all,
    kilobytes: sample.bytes / 1000 / count,
    rssMb,
  };
}

/** Reads the scavenges of the main thread so far, and the event loop delay since the last read. */
async function readScavenges({ url }: Service): Promise<{ all: number; short: number; loopP99: number }> {
  const metrics = await readMetrics(url);
  const read = (pattern: RegExp) => Number(pattern.exec(metrics)?.[1] ?? Number.NaN);
  return {
    all: read(/^nodejs_gc_duration_seconds_count\{kind="minor"\} (\S+)$/m),
    short: read(/^nodejs_gc_duration_seconds_bucket\{le="0.005",kind="minor"\} (\S+)$/m),
    loopP99: read(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m) * 1000 - samplingMs,
  };
}
