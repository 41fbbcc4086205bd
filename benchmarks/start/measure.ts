import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMetrics } from "../../tests/running-service.ts";
import { cpuSecondsOf } from "../cpu-seconds.ts";
import { percentile } from "../machine.ts";
import { OperationsClient } from "./load.ts";
import { readMemory, sampleMemory } from "./memory.ts";
import { formatMemoryParts, readMemoryParts } from "./memory-parts.ts";
import { timeStart, watchHealth } from "./probes.ts";
import type { ProcessHeaps } from "./report-heaps.ts";
import type { Place } from "./scenarios.ts";
import type { MeasuredService } from "./service.ts";

/** Figures of one trial by title; seconds, milliseconds and MB (10^6 bytes) as the titles say. Less is better in all of them. */
export type Figures = ReadonlyMap<string, number>;

const afterReadyMs = 5000;
const idleMs = 10_000;
const cooldownMs = 1000;

/** Measures the first start in a place, and a later one. */
export async function measureStarts(place: Place): Promise<Figures> {
  const figures = new Map<string, number>();
  const first = await place.start();
  try {
    const times = await timeStart(first);
    const cpuSeconds = cpuSecondsOf(first.pid);
    figures.set("first start: /healthz s", times.healthzMs / 1000);
    figures.set("first start: /readyz s", times.readyzMs / 1000);
    figures.set("first start: CPU s until ready", cpuSeconds);
    await sleep(cooldownMs);
  } finally {
    await first.stop();
  }
  const later = await place.start();
  try {
    const times = await timeStart(later);
    const cpuSeconds = cpuSecondsOf(later.pid);
    figures.set("later start: port bound s", times.boundMs / 1000);
    figures.set("later start: /healthz s", times.healthzMs / 1000);
    figures.set("later start: /readyz s", times.readyzMs / 1000);
    figures.set("later start: CPU s until ready", cpuSeconds);
    await sleep(afterReadyMs);
    figures.set("later start: CPU s until 5 s after ready", cpuSecondsOf(later.pid));
  } finally {
    await later.stop();
  }
  return figures;
}

/** Measures how long the main thread is blocked during a later start. The requests cost CPU, so it is a separate start. */
export async function measureSilence(place: Place): Promise<Figures> {
  const figures = new Map<string, number>();
  const service = await place.start();
  const stopWatch = watchHealth(service);
  try {
    await timeStart(service);
    await sleep(afterReadyMs);
    const { longestMs, ownLateMs } = await stopWatch();
    figures.set("later start: longest time without an answer of /healthz, ms", longestMs);
    figures.set("of it at most by the benchmark's own timers, ms", ownLateMs);
    const delay = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await readMetrics(service.url))?.[1];
    if (delay !== undefined)
      figures.set("later start: largest event loop delay by its own metric, ms", Number(delay) * 1000);
  } finally {
    await stopWatch();
    await service.stop();
  }
  return figures;
}

/** Starts and stops the service once: the memory of the first start, with its migrations and its world, is not what runs for days. */
async function startOnce(place: Place): Promise<void> {
  const service = await place.start();
  try {
    await timeStart(service);
  } finally {
    await service.stop();
  }
}

/** Measures the memory of a later start: idle, and under the load of operations, whose answers are verified first. */
export async function measureMemory(place: Place, loadSeconds: number): Promise<Figures> {
  const figures = new Map<string, number>();
  await startOnce(place);
  const service = await place.start();
  try {
    await timeStart(service);
    await sleep(idleMs);
    const idle = readMemory(service.pid);
    figures.set("idle: PSS MB", idle.pss);
    figures.set("idle: RSS MB", idle.rss);
    const { url, key } = place.loadTarget(service);
    const client = new OperationsClient(url, key);
    await client.verify();
    const stopSampling = sampleMemory(service.pid);
    const load = await client.run(loadSeconds);
    const { median, peak } = stopSampling();
    figures.set("load: median PSS MB", median.pss);
    figures.set("load: peak PSS MB", peak.pss);
    figures.set("load: median RSS MB", median.rss);
    figures.set("load: peak RSS MB", peak.rss);
    figures.set("load: searches p50 ms", percentile(load.searchMs, 0.5));
    figures.set("load: searches p95 ms", percentile(load.searchMs, 0.95));
    figures.set("load: bookings p50 ms", percentile(load.bookingMs, 0.5));
    figures.set("load: bookings p95 ms", percentile(load.bookingMs, 0.95));
    figures.set("load: requests refused", load.refused);
  } finally {
    await service.stop();
  }
  return figures;
}

/** Reports where the memory of a service is, idle and after a load: a text. */
export async function reportMemoryParts(place: Place, loadSeconds: number): Promise<string> {
  const heapsFile = join(tmpdir(), `wayfare-heaps-${randomBytes(6).toString("hex")}.json`);
  await startOnce(place);
  const service = await place.start({
    preloaded: [new URL("report-heaps.ts", import.meta.url)],
    environment: { HEAPS_FILE: heapsFile },
  });
  try {
    await timeStart(service);
    await sleep(idleMs);
    const idle = await describeMemory(service, heapsFile);
    const { url, key } = place.loadTarget(service);
    const client = new OperationsClient(url, key);
    await client.verify();
    await client.run(loadSeconds);
    const loaded = await describeMemory(service, heapsFile);
    return `idle: ${idle}\n\nafter ${loadSeconds} s of load: ${loaded}`;
  } finally {
    await service.stop();
    await rm(heapsFile, { force: true });
  }
}

async function describeMemory(service: MeasuredService, heapsFile: string): Promise<string> {
  const smaps = readFileSync(`/proc/${service.pid}/smaps`, "utf8");
  await rm(heapsFile, { force: true });
  process.kill(service.pid, "SIGWINCH");
  while (!existsSync(heapsFile)) {
    service.assertRunning();
    // A readiness check runs a statement, which wakes the thread of the embedded database.
    await fetch(`${service.url}/readyz`);
    await sleep(100);
  }
  const heaps: ProcessHeaps = JSON.parse(readFileSync(heapsFile, "utf8"));
  return formatMemoryParts(readMemoryParts(smaps), heaps);
}
