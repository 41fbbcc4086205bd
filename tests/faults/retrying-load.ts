import { setTimeout as sleep } from "node:timers/promises";

/** The used part of a response. */
interface Body {
  flights: { cash: { id: string }[] }[];
  reference: string;
}

interface Call {
  path: string;
  key: string;
  body: object;
  idempotencyKey?: string;
}

/** Sends requests to services that lose their database or are killed, and retries each until it succeeds. */
export class RetryingLoad {
  readonly references: string[] = [];
  readonly statuses: Record<string, number> = {};
  searches = 0;
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>[] = [];

  /** Repeats work until `stop`. */
  start(work: (n: number) => Promise<void>): void {
    const run = async (): Promise<void> => {
      for (let n = 0; !this.#stopped.signal.aborted; n++) await work(n);
    };
    this.#running.push(run());
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  /** @param url called before each try, because a restarted service has another address */
  async send(url: () => string, { path, key, body, idempotencyKey }: Call): Promise<Body> {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
    for (;;) {
      const answered = await this.#post(url() + path, headers, body);
      if (answered !== undefined) return JSON.parse(answered);
      await sleep(20);
    }
  }

  /** Counts the response, and returns the body of a success. */
  async #post(url: string, headers: Record<string, string>, body: object): Promise<string | undefined> {
    let name = "no response";
    try {
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await response.text();
      name = response.ok ? "done" : `${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ""}`;
      if (response.ok) return text;
    } catch {
      // A killed service closes its connections.
    } finally {
      this.statuses[name] = (this.statuses[name] ?? 0) + 1;
    }
    return undefined;
  }
}
