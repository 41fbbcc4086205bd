import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

const travelers = [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }];
const contact = { email: "ada@example.com", phone: "+442071234567" };
const routes = [
  ["JFK", "LHR"],
  ["SFO", "NRT"],
  ["FRA", "SIN"],
  ["LAX", "AKL"],
] as const;

export interface LoadTarget {
  key: string;
  /** URLs, used round-robin. */
  urls(): string[];
}

export interface LoadOptions {
  /** Number of concurrent clients. */
  clients: number;
  /** Pause between two actions of a client. */
  pauseMs: number;
  /** True to retry a request without response, or with 5xx or 429, with the same idempotency key; default true. */
  retries?: boolean;
}

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** Clients that search, book, cancel and create keys, and record acknowledged changes. */
export class Load {
  readonly bookings = new Set<string>();
  readonly cancellations = new Set<string>();
  readonly keys = new Set<string>();
  /** Searches that returned 200. */
  searches = 0;
  /** Requests without a response or with an unexpected one, by kind. */
  readonly failures = new Map<string, number>();
  readonly #target: LoadTarget;
  readonly #options: LoadOptions;
  readonly #offers: string[] = [];
  #running: Promise<unknown> | undefined;
  #stopped = false;
  #turn = 0;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(target: LoadTarget, options: LoadOptions) {
    this.#target = target;
    this.#options = options;
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: this.#options.clients }, (_, number) => this.#client(number)));
  }

  /** Waits for a number of further acknowledged bookings. */
  async waitForBookings(more: number): Promise<void> {
    const target = this.bookings.size + more;
    while (this.bookings.size < target) await delay(20);
  }

  /** Waits until all pending requests have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Stops after the current actions, each of which is retried until it succeeds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #client(number: number): Promise<void> {
    for (let action = number; !this.#stopped; action++) {
      if (this.#offers.length === 0 || action % 5 === 0) await this.#search(action);
      else if (action % 5 === 1) await this.#createKey();
      else await this.#book(action % 5 === 2);
      await delay(this.#options.pauseMs);
    }
  }

  async #search(action: number): Promise<void> {
    const [origin, destination] = routes[action % routes.length] ?? routes[0];
    const departureDate = new Date(Date.now() + (30 + (action % 60)) * 86_400_000).toISOString().slice(0, 10);
    const reply = await this.#send("/v1/flights/search", { origin, destination, departureDate }, 200);
    if (reply === undefined) return;
    this.searches++;
    const flights = reply.body.flights as { cash: { id: string }[] }[];
    this.#offers.splice(0, Number.POSITIVE_INFINITY, ...flights.flatMap(({ cash }) => cash[0]?.id ?? []));
  }

  async #book(cancels: boolean): Promise<void> {
    const offerId = this.#offers.pop();
    if (offerId === undefined) return;
    const reply = await this.#send("/v1/bookings", { offerId, travelers, contact }, 201);
    if (reply === undefined) return;
    const id = String(reply.body.id);
    this.bookings.add(id);
    if (!cancels) return;
    const cancelled = await this.#send(`/v1/bookings/${id}/cancel`, {}, 200);
    if (cancelled !== undefined) this.cancellations.add(id);
  }

  async #createKey(): Promise<void> {
    const reply = await this.#send("/v1/keys", { name: "load", environment: "test", scopes: ["usage.read"] }, 201);
    if (reply !== undefined) this.keys.add(String(reply.body.id));
  }

  /** Returns the response with the expected status; undefined for any other 4xx and, without retries, for any failure. */
  async #send(path: string, body: object, expected: number): Promise<Reply | undefined> {
    const idempotencyKey = randomUUID();
    for (;;) {
      const pending = this.#try(path, body, idempotencyKey);
      this.#pending.add(pending);
      const reply = await pending;
      this.#pending.delete(pending);
      if (reply?.status === expected) return reply;
      // A sold-out class or a changed price is not a failure.
      if (reply?.status === 409 && reply.body.code !== "IDEMPOTENCY_IN_PROGRESS") return undefined;
      this.#countFailure(path, reply);
      if (this.#options.retries === false) return undefined;
      if (reply !== undefined && reply.status < 500 && reply.status !== 409 && reply.status !== 429) return undefined;
      await delay(50);
    }
  }

  async #try(path: string, body: object, idempotencyKey: string): Promise<Reply | undefined> {
    const urls = this.#target.urls();
    const url = urls[this.#turn++ % urls.length];
    if (url === undefined) return undefined;
    try {
      const response = await fetch(url + path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${this.#target.key}`,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return undefined;
    }
  }

  #countFailure(path: string, reply: Reply | undefined): void {
    const [, , resource] = path.split("/");
    const name =
      reply === undefined ? `${resource}: no response` : `${resource}: ${reply.status} ${String(reply.body.code)}`;
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }
}
