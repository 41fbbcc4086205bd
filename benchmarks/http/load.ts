import { Agent, type RequestOptions, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { unitHash } from "@wayfare/engine";

/** Requests of a load. Bodies repeat in order; requests go to the addresses in turn. */
export interface Load {
  urls: readonly string[];
  path: string;
  headers: Record<string, string>;
  bodies: readonly string[];
  seconds: number;
  /** Bytes whose first occurrence in a response is timed as well. */
  marker?: string;
}

export interface LoadResult {
  /** From the first request to the last response. */
  seconds: number;
  /** Responses with status 200. */
  answered: number;
  /** Other responses, and requests without a response. */
  failed: number;
  /** Bytes of all response bodies, as sent. */
  bytes: number;
  /** Times to the last byte of responses with status 200. */
  responseMs: number[];
  /** Times to the marker. */
  markerMs: number[];
}

/** Runs a closed loop: every connection sends its next request as soon as it has a response. */
export function runClosedLoop(load: Load, connections: number): Promise<LoadResult> {
  return run(load, async (send) => {
    const endMs = performance.now() + load.seconds * 1000;
    let sent = 0;
    const keepSending = async () => {
      while (performance.now() < endMs) await send(sent++, performance.now());
    };
    await Promise.all(Array.from({ length: connections }, keepSending));
  });
}

/**
 * Runs an open loop: requests are sent at the arrival times of a Poisson process with a fixed seed, even if earlier ones are pending, and
 * each is timed from its scheduled time.
 */
export function runOpenLoop(load: Load, requestsPerSecond: number): Promise<LoadResult> {
  return run(load, async (send) => {
    const pending: Promise<void>[] = [];
    const startedMs = performance.now();
    let dueMs = startedMs;
    for (let sent = 0; ; sent++) {
      dueMs += (-Math.log(1 - unitHash(11, sent, 0, 0)) / requestsPerSecond) * 1000;
      if (dueMs - startedMs > load.seconds * 1000) break;
      await sleep(Math.max(0, dueMs - performance.now()));
      pending.push(send(sent, dueMs));
    }
    await Promise.all(pending);
  });
}

type Send = (n: number, dueMs: number) => Promise<void>;

async function run(load: Load, drive: (send: Send) => Promise<void>): Promise<LoadResult> {
  const result: LoadResult = { seconds: 0, answered: 0, failed: 0, bytes: 0, responseMs: [], markerMs: [] };
  const agent = new Agent({ keepAlive: true });
  const targets = load.urls.map((url) => {
    const { hostname, port } = new URL(url);
    return { agent, hostname, port, path: load.path, method: "POST" };
  });
  const bodies = load.bodies.map((text) => {
    const body = Buffer.from(text);
    return { body, headers: { ...load.headers, "content-length": body.length } };
  });
  const startedMs = performance.now();
  await drive((n, dueMs) => {
    const target = targets[n % targets.length];
    const chosen = bodies[n % bodies.length];
    if (target === undefined || chosen === undefined) throw new Error("A load needs addresses and bodies.");
    return post({ ...target, headers: chosen.headers }, chosen.body, { dueMs, marker: load.marker, result });
  });
  result.seconds = (performance.now() - startedMs) / 1000;
  agent.destroy();
  return result;
}

interface Timing {
  dueMs: number;
  marker: string | undefined;
  result: LoadResult;
}

/** Sends one request and discards the response. Resolves at its last byte, or when it fails. */
function post(options: RequestOptions, body: Buffer, { dueMs, marker, result }: Timing): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const fail = () => {
    if (!isOver) result.failed++;
    isOver = true;
    resolve();
  };
  const sent = request(options, (response) => {
    const onMarker = () => result.markerMs.push(performance.now() - dueMs);
    const searchMarker = marker === undefined ? undefined : makeMarkerSearch(marker, onMarker);
    response.on("data", (chunk: Buffer) => {
      result.bytes += chunk.length;
      searchMarker?.(chunk);
    });
    response.on("error", fail);
    response.once("end", () => {
      if (response.statusCode !== 200) return fail();
      isOver = true;
      result.answered++;
      result.responseMs.push(performance.now() - dueMs);
      return resolve();
    });
  });
  sent.on("error", fail);
  sent.end(body);
  return promise;
}

/** Returns a function that takes the chunks of a response and calls `onFound` once, also if the marker spans two chunks. */
function makeMarkerSearch(marker: string, onFound: () => void): (chunk: Buffer) => void {
  let tail = "";
  let isFound = false;
  return (chunk) => {
    if (isFound) return;
    const text = tail + chunk.toString("latin1");
    isFound = text.includes(marker);
    if (isFound) onFound();
    else tail = text.slice(1 - marker.length);
  };
}
