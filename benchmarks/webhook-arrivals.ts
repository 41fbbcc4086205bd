import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** The receiver of `benchmarks/webhooks.ts` and the arrival time of each delivery, on the clock of `nowMs`. */
export class Arrivals {
  readonly url: string;
  readonly pid: number;
  readonly #receiver: ChildProcess;
  #atMs = new Map<string, number>();
  #duplicates = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  private constructor(receiver: ChildProcess, port: number) {
    this.#receiver = receiver;
    this.pid = receiver.pid ?? 0;
    this.url = `http://127.0.0.1:${port}`;
    receiver.on("message", ({ got = [] }: { got?: [string, number][] }) => {
      for (const [id, atMs] of got) {
        if (this.#atMs.has(id)) this.#duplicates++;
        else this.#atMs.set(id, atMs);
      }
      const size = this.#atMs.size;
      for (const { resolve } of this.#waiting.filter(({ count }) => count <= size)) resolve();
      this.#waiting = this.#waiting.filter(({ count }) => count > size);
    });
  }

  static async open(): Promise<Arrivals> {
    const receiver = fork(new URL("webhook-receiver.ts", import.meta.url), { execArgv: [] });
    const [{ port }] = await once(receiver, "message");
    return new Arrivals(receiver, port);
  }

  /** Resolves when `count` distinct deliveries have arrived since the last `clear`. */
  reach(count: number): Promise<void> {
    if (this.#atMs.size >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  atMs(id: string): number {
    return this.#atMs.get(id) ?? Number.NaN;
  }

  /** Clears the arrivals. Throws if a delivery arrived twice or the number of deliveries is not `expected`. */
  clear(expected: number): void {
    const { size } = this.#atMs;
    if (size !== expected || this.#duplicates > 0) {
      throw new Error(`${size} of ${expected} deliveries arrived, ${this.#duplicates} of them twice`);
    }
    this.#atMs = new Map();
  }

  close(): void {
    this.#receiver.disconnect();
  }
}

/** Milliseconds since 1970 with fractions, on a clock shared by all processes of a machine. */
export const nowMs = () => performance.timeOrigin + performance.now();
