import type { GuardedOutcome, GuardedRequest } from "@wayfare/egress";
import type { SeededRandom } from "../../../../tests/seeded-random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Behaviors of a receiver. `recovering` fails at first and responds later. */
export const behaviors = ["quick", "slow", "flaky", "failing", "hanging", "recovering"] as const;
export type Behavior = (typeof behaviors)[number];

const timeoutMs = 6000;

/** Reaction to one request: `status` after `afterMs`, or no response until the client times out. */
interface Reaction {
  afterMs: number;
  status: number | null;
}

/** Simulated receivers. The host of the URL selects the behavior: `http://<behavior>-<n>.test/`. */
export class SimulatedNetwork {
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #recoveredAtMs: number;

  constructor(time: VirtualTime, random: SeededRandom, recoveredAtMs: number) {
    this.#time = time;
    this.#random = random;
    this.#recoveredAtMs = recoveredAtMs;
  }

  /** Calls `onOutcome` with the outcome of a request. */
  send({ url }: GuardedRequest, onOutcome: (outcome: GuardedOutcome) => void): void {
    const { afterMs, status } = this.#reactionOf(new URL(url).hostname);
    const timings = { dnsMs: 0, connectMs: 1, firstByteMs: Math.round(afterMs), totalMs: Math.round(afterMs) };
    const address = "192.0.2.1";
    this.#time.after(afterMs, () => {
      if (status === null) {
        onOutcome({ ok: false, reason: "timeout", detail: "Request timed out.", phase: "request", address, timings });
        return;
      }
      const headers = { "content-type": "application/json" };
      onOutcome({ ok: true, status, headers, body: Buffer.from("{}"), truncated: false, address, timings });
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
