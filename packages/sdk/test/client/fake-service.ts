import type { Clock } from "../../src/index.ts";

/** A recorded request. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
  redirect: string | undefined;
  atMs: number;
}

/** Outcome of an attempt: a response, a network error, or no response. */
export type Outcome = Response | Error | "silence";

interface Timer {
  atMs: number;
  run: () => void;
}

/** A virtual clock. Time advances only in `settle`, which runs timers in order. */
export class VirtualClock implements Clock {
  #nowMs = Date.UTC(2026, 10, 21, 7, 33);
  readonly #due: Timer[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#due.push(timer);
    return () => {
      const index = this.#due.indexOf(timer);
      if (index >= 0) this.#due.splice(index, 1);
    };
  }

  /** Number of pending timers. */
  get timers(): number {
    return this.#due.length;
  }

  /** Advances to the next timer and runs it until the promise settles. */
  async settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
    const state: { result?: PromiseSettledResult<T> } = {};
    void Promise.allSettled([promise]).then(([result]) => (state.result = result));
    for (;;) {
      // Lets all microtasks run before the next timer.
      await new Promise((resolve) => setImmediate(resolve));
      if (state.result) return state.result;
      const [next] = this.#due.toSorted((left, right) => left.atMs - right.atMs);
      if (next === undefined) throw new Error("no timer is pending, but the promise has not settled");
      this.#due.splice(this.#due.indexOf(next), 1);
      this.#nowMs = next.atMs;
      next.run();
    }
  }
}

/** Creates a `fetch` that records requests and returns the outcome of `respond` for each attempt, counted from 0. */
export function fakeFetch(respond: (attempt: number, request: SentRequest) => Outcome, clock?: Clock) {
  const sent: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method = "GET", headers, body, redirect, signal } = init ?? {};
    if (typeof input !== "string") throw new TypeError("expected a URL string");
    const request = {
      method,
      url: input,
      headers: new Headers(headers),
      body: typeof body === "string" ? JSON.parse(body) : undefined,
      redirect,
      atMs: clock?.nowMs() ?? 0,
    };
    sent.push(request);
    const outcome = respond(sent.length - 1, request);
    if (outcome instanceof Error) throw outcome;
    if (outcome !== "silence") return outcome;
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  return { fetch, sent };
}

/** An error response of the service. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { type: `/errors/${code}`, title: "Title", status, code, detail: "Detail.", requestId: "req_1" };
  return Response.json(body, { status, headers: { "content-type": "application/problem+json", ...headers } });
}
