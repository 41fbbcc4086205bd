import { type Clock, DomainError } from "@wayfare/contract";
import { addressNetwork } from "@wayfare/egress";
import { LRUCache } from "lru-cache";

/** A token bucket: its size, and how fast it refills. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

const maxNames = 10_000;

/** A token bucket for each name, in this process. */
export class Throttle {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #perMs: number;
  readonly #whose: string;
  readonly #buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: maxNames });

  /** @param whose the attempts, in words: "from this address", "of this account". */
  constructor(clock: Clock, { burst, perMinute }: Allowance, whose: string) {
    this.#clock = clock;
    this.#burst = burst;
    this.#perMs = perMinute / 60_000;
    this.#whose = whose;
  }

  /** Consumes a token. @throws DomainError RATE_LIMITED where the bucket of a name is empty. */
  take(name: string): void {
    const nowMs = this.#clock.nowMs();
    const known = this.#buckets.get(name) ?? { tokens: this.#burst, atMs: nowMs };
    const tokens = Math.min(this.#burst, known.tokens + Math.max(0, nowMs - known.atMs) * this.#perMs);
    this.#buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs });
    if (tokens < 1) throw tooManyAttempts(this.#whose, (1 - tokens) / this.#perMs);
  }
}

/** @param whose such as "from this address". */
export function tooManyAttempts(whose: string, waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError("RATE_LIMITED", {
    detail: `Too many attempts ${whose}; try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}

/**
 * A throttle for each address, for routes that need no key; an IPv6 address counts with its /64, the smallest network of one customer.
 *
 * @returns a function that throws RATE_LIMITED where the bucket of an address is empty.
 */
export function makeThrottle(clock: Clock, allowance: Allowance): (address: string) => void {
  const throttle = new Throttle(clock, allowance, "from this address");
  return (address) => throttle.take(addressNetwork(address, 64));
}
