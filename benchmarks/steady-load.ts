import { setTimeout as sleep } from "node:timers/promises";
import { unitHash } from "@wayfare/engine";

export interface SteadyLoad {
  url: string;
  headers: Record<string, string>;
  bodies: readonly string[];
  requestsPerSecond: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  responseMs: number[];
  bytes: number;
  not200: number;
}

/** Latencies of successful and of rejected requests. */
export interface SteadyLoadResult extends LoadResult {
  answeredMs: number[];
  refusedMs: number[];
  /** Number of admitted requests that exceeded their deadline. */
  timedOut: number;
}

/**
 * Runs an open loop: requests are sent at the arrival times of a Poisson process with a fixed seed, even if earlier ones are pending, and
 * each is timed from its scheduled time to the last byte. (autocannon's rate option sends each second's requests in one burst, which
 * measures the burst.)
 */
export async function runSteadyLoad(load: SteadyLoad): Promise<SteadyLoadResult> {
  const result = { ...emptyResult(), seconds: load.seconds };
  const startedMs = performance.now();
  const underWay: Promise<void>[] = [];
  let dueMs = startedMs;
  for (;;) {
    const gap = -Math.log(1 - unitHash(11, result.requests, 0, 0)) / load.requestsPerSecond;
    dueMs += gap * 1000;
    if (dueMs - startedMs > load.seconds * 1000) break;
    await sleep(Math.max(0, dueMs - performance.now()));
    underWay.push(send(load, result, result.requests++, dueMs));
  }
  await Promise.all(underWay);
  return result;
}

function emptyResult(): SteadyLoadResult {
  return { requests: 0, seconds: 0, responseMs: [], answeredMs: [], refusedMs: [], timedOut: 0, bytes: 0, not200: 0 };
}

async function send(load: SteadyLoad, result: SteadyLoadResult, n: number, dueMs: number): Promise<void> {
  const body = load.bodies[n % load.bodies.length] ?? "";
  const answer = await fetch(load.url, { method: "POST", headers: load.headers, body });
  result.bytes += (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200) result.not200++;
  const ms = performance.now() - dueMs;
  result.responseMs.push(ms);
  if (answer.status === 200) result.answeredMs.push(ms);
  if (answer.status === 503) result.refusedMs.push(ms);
  if (answer.status === 504) result.timedOut++;
}
