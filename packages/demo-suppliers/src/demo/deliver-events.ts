import { type DuffelEvent, signDuffelEvent } from "../duffel/events.ts";

/** Times between attempts, in milliseconds. Duffel retries for 72 hours. */
const retryDelaysMs = [1000, 5000, 30_000];
const timeoutMs = 10_000;

/** Delivers events to the event URL of a service, signed, until it answers 2xx. */
export class EventDelivery {
  readonly #secret: string;
  readonly #isClosed = new AbortController();
  #url: string | null = null;
  readonly #waiting: DuffelEvent[] = [];

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Starts the delivery, with the events that have occurred. */
  open(url: string): void {
    this.#url = url;
    for (const event of this.#waiting.splice(0)) this.add(event);
  }

  add(event: DuffelEvent): void {
    if (this.#url === null) this.#waiting.push(event);
    else void this.#deliver(this.#url, event);
  }

  close(): void {
    this.#isClosed.abort();
  }

  async #deliver(url: string, event: DuffelEvent): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await this.#wait(delayMs);
      if (this.#isClosed.signal.aborted || (await this.#send(url, event))) return;
    }
  }

  async #send(url: string, event: DuffelEvent): Promise<boolean> {
    const { body, signature } = signDuffelEvent(event, { secret: this.#secret, nowMs: Date.now() });
    const headers = { "content-type": "application/json", "x-duffel-signature": signature };
    const signal = AbortSignal.any([this.#isClosed.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms).unref());
  }
}
