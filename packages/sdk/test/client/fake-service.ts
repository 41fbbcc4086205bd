import type { Clock } from "../../src/index.ts";

/** A request as it would have left. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
  redirect: string | undefined;
  atMs: number;
}

/** What comes of an attempt: an answer, an error of the network, or silence. */
export type Outcome = Response | Error | "silence";

interface Timer {
  atMs: number;
  run: () => void;
}

/** A clock that stands still until it is moved, and then runs what is due in its order. */
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

  /** How many timers are set. */
  get timers(): number {
    return this.#due.length;
  }

  /** Moves to the next timer and runs it, until the promise has settled. */
  async settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
    const state: { result?: PromiseSettledResult<T> } = {};
    void Promise.allSettled([promise]).then(([result]) => (state.result = result));
    for (;;) {
      // Everything that is ready has run when a turn of the event loop is over.
      await new Promise((resolve) => setImmediate(resolve));
      if (state.result) return state.result;
      const [next] = this.#due.toSorted((left, right) => left.atMs - right.atMs);
      if (next === undefined) throw new Error("nothing is due, and the promise has not settled");
      this.#due.splice(this.#due.indexOf(next), 1);
      this.#nowMs = next.atMs;
      next.run();
    }
  }
}

/** A `fetch` that answers by the number of the attempt, from 0, and takes down what was sent. */
export function fakeFetch(answer: (attempt: number, request: SentRequest) => Outcome, clock?: Clock) {
  const sent: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method = "GET", headers, body, redirect, signal } = init ?? {};
    if (typeof input !== "string") throw new TypeError("the client calls addresses");
    const request = {
      method,
      url: input,
      headers: new Headers(headers),
      body: typeof body === "string" ? JSON.parse(body) : undefined,
      redirect,
      atMs: clock?.nowMs() ?? 0,
    };
    sent.push(request);
    const outcome = answer(sent.length - 1, request);
    if (outcome instanceof Error) throw outcome;
    if (outcome !== "silence") return outcome;
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  return { fetch, sent };
}

/** A problem as the service answers it. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { type: `/errors/${code}`, title: "Title", status, code, detail: "Detail.", requestId: "req_1" };
  return Response.json(body, { status, headers: { "content-type": "application/problem+json", ...headers } });
}
