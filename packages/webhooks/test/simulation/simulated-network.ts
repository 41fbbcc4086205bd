import type { GuardedOutcome, GuardedRequest } from "@wayfare/egress";
import type { SeededRandom } from "./seeded-random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** How a receiver behaves. `recovering` is down at first and answers later. */
export const behaviours = ["quick", "slow", "flaky", "failing", "hanging", "recovering"] as const;
export type Behaviour = (typeof behaviours)[number];

const timeoutMs = 6000;

/** What a receiver does with one request: `status` after `afterMs`, or nothing until the client gives up. */
interface Reaction {
  afterMs: number;
  status: number | null;
}

/** Receivers by the host of their url, `http://<behaviour>-<n>.test/`. */
export class SimulatedNetwork {
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #recoveredAtMs: number;

  constructor(time: VirtualTime, random: SeededRandom, recoveredAtMs: number) {
    this.#time = time;
    this.#random = random;
    this.#recoveredAtMs = recoveredAtMs;
  }

  /** Calls `answer` when the client knows what came of a request. */
  send({ url }: GuardedRequest, answer: (outcome: GuardedOutcome) => void): void {
    const { afterMs, status } = this.#reactionOf(new URL(url).hostname);
    const timings = { dnsMs: 0, connectMs: 1, firstByteMs: Math.round(afterMs), totalMs: Math.round(afterMs) };
    const address = "192.0.2.1";
    this.#time.after(afterMs, () => {
      if (status === null) {
        answer({ ok: false, reason: "timeout", detail: "It took too long.", phase: "request", address, timings });
        return;
      }
      const headers = { "content-type": "application/json" };
      answer({ ok: true, status, headers, body: Buffer.from("{}"), truncated: false, address, timings });
    });
  }

  #reactionOf(host: string): Reaction {
    const quick = { afterMs: this.#random.between(1, 80), status: 200 };
    const fails = { afterMs: this.#random.between(1, 80), status: 500 };
    const hangs = { afterMs: timeoutMs, status: null };
    if (host.startsWith("slow")) return { afterMs: this.#random.between(500, 4000), status: 200 };
    if (host.startsWith("flaky")) return this.#random.pick([quick, quick, fails, hangs]);
    if (host.startsWith("failing")) return fails;
    if (host.startsWith("hanging")) return hangs;
    if (host.startsWith("recovering") && this.#time.nowMs < this.#recoveredAtMs) return fails;
    return quick;
  }
}
