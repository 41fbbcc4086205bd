import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { MeasuredService } from "./service.ts";

const pollMs = 10;
const readyLimitMs = 600_000;

/** Times of a start in milliseconds since the process was started. */
export interface StartTimes {
  /** The first connection was accepted. */
  boundMs: number;
  healthzMs: number;
  readyzMs: number;
}

/** Waits until the service is ready; requests `/healthz` until it is 200, then `/readyz`. @throws Error if it takes ten minutes */
export async function timeStart(
  service: Pick<MeasuredService, "url" | "startedAtMs" | "assertRunning">,
): Promise<StartTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const since = () => performance.now() - service.startedAtMs;
  let boundMs: number | undefined;
  const until200 = async (path: string): Promise<number> => {
    for (;;) {
      const status = await requestStatus(agent, service.url + path);
      const atMs = since();
      if (status !== undefined) boundMs ??= atMs;
      if (status === 200) return atMs;
      service.assertRunning();
      if (atMs > readyLimitMs) throw new Error(`${path} is ${status ?? "refused"} after ten minutes`);
      await sleep(pollMs);
    }
  };
  try {
    const healthzMs = await until200("/healthz");
    const readyzMs = await until200("/readyz");
    return { boundMs: boundMs ?? healthzMs, healthzMs, readyzMs };
  } finally {
    agent.destroy();
  }
}

/** Longest delays of `/healthz` in milliseconds. */
export interface Silence {
  /** Longest time from a request to its answer; the largest of all blocks of the main thread. */
  longestMs: number;
  /** Longest time that the timer of this process was late: a part of `longestMs` that can be the fault of the benchmark. */
  ownLateMs: number;
  requests: number;
}

/**
 * Requests `/healthz` on one connection from its first answer on, 10 ms after each answer, until the returned function is called.
 *
 * @returns a function that stops the requests
 */
export function watchHealth({ url }: MeasuredService): () => Promise<Silence> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const silence: Silence = { longestMs: 0, ownLateMs: 0, requests: 0 };
  const stopped = new AbortController();
  const poll = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const sentMs = performance.now();
      const status = await requestStatus(agent, `${url}/healthz`);
      const answeredMs = performance.now();
      if (status === 200) silence.requests++;
      // The first answer only begins the watch.
      if (silence.requests > 1) silence.longestMs = Math.max(silence.longestMs, answeredMs - sentMs);
      await sleep(pollMs);
      silence.ownLateMs = Math.max(silence.ownLateMs, performance.now() - answeredMs - pollMs);
    }
  };
  const polling = poll();
  return async () => {
    stopped.abort();
    await polling;
    agent.destroy();
    return silence;
  };
}

/** Returns the status of an answer, or undefined if the connection was refused or broken. */
function requestStatus(agent: Agent, url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = get(url, { agent }, (response) => {
      response.once("end", () => resolve(response.statusCode));
      response.once("error", () => resolve(undefined));
      response.resume();
    });
    sent.once("error", () => resolve(undefined));
  });
}
