import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { ProblemError } from "./problem.ts";

interface Allowance {
  burst: number;
  perMinute: number;
}

const mostNames = 10_000;

/** A token bucket for each name, in this process. */
export class Throttle {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #perMs: number;
  readonly #what: string;
  readonly #buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: mostNames });

  /** @param what whose tries they are, in words: "from this address", "of this account". */
  constructor(clock: Clock, { burst, perMinute }: Allowance, what: string) {
    this.#clock = clock;
    this.#burst = burst;
    this.#perMs = perMinute / 60_000;
    this.#what = what;
  }

  /** Takes a token. @throws ProblemError RATE_LIMITED where a name has used its tokens up. */
  take(name: string): void {
    const nowMs = this.#clock.nowMs();
    const known = this.#buckets.get(name) ?? { tokens: this.#burst, atMs: nowMs };
    const tokens = Math.min(this.#burst, known.tokens + Math.max(0, nowMs - known.atMs) * this.#perMs);
    this.#buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs });
    if (tokens >= 1) return;
    const seconds = Math.ceil((1 - tokens) / this.#perMs / 1000);
    throw new ProblemError("RATE_LIMITED", {
      detail: `Too many tries ${this.#what}; try again in ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  }

  /** Gives a token back: the try was none that is to be slowed down. */
  giveBack(name: string): void {
    const known = this.#buckets.get(name);
    if (known !== undefined) known.tokens = Math.min(this.#burst, known.tokens + 1);
  }
}

/**
 * A throttle for each address, for routes that need no key; IPv6 counts by /64, which is what one customer has.
 *
 * @returns what throws RATE_LIMITED where an address has used its tokens up.
 */
export function makeThrottle(clock: Clock, allowance: Allowance): (address: string) => void {
  const throttle = new Throttle(clock, allowance, "from this address");
  return (address) => throttle.take(networkOf(address));
}

function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].slice(0, 4).join(":");
}
