import { type Clock, DomainError } from "@wayfare/contract";
import { addressNetwork } from "@wayfare/egress";
import { LRUCache } from "lru-cache";

/** Size and refill rate of a token bucket. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

const maxNames = 10_000;

/** Token buckets by name, in the memory of this process. */
export class Throttle {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #perMs: number;
  readonly #origin: string;
  /** Created by the first attempt: it allocates memory for all names, and a service has dozens of throttles. */
  #buckets: LRUCache<string, { tokens: number; atMs: number }> | undefined;

  /** @param origin source of the attempts, for the error message: "from this IP address", "for this account". */
  constructor(clock: Clock, { burst, perMinute }: Allowance, origin: string) {
    this.#clock = clock;
    this.#burst = burst;
    this.#perMs = perMinute / 60_000;
    this.#origin = origin;
  }

  /** Consumes a token. @throws DomainError RATE_LIMITED if the bucket is empty. */
  consume(name: string): void {
    const nowMs = this.#clock.nowMs();
    const buckets = (this.#buckets ??= new LRUCache({ max: maxNames }));
    const known = buckets.get(name) ?? { tokens: this.#burst, atMs: nowMs };
    const tokens = Math.min(this.#burst, known.tokens + Math.max(0, nowMs - known.atMs) * this.#perMs);
    buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs });
    if (tokens < 1) throw tooManyAttempts(this.#origin, (1 - tokens) / this.#perMs);
  }
}

/** @param origin source of the attempts, such as "from this IP address". */
export function tooManyAttempts(origin: string, waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError("RATE_LIMITED", {
    detail: `Too many attempts ${origin}. Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}

/**
 * Creates a throttle by IP address, for routes without a key. An IPv6 address counts as its /64, the smallest network of one customer.
 *
 * @returns a function that throws RATE_LIMITED if the bucket of an address is empty.
 */
export function makeAddressThrottle(clock: Clock, allowance: Allowance): (address: string) => void {
  const throttle = new Throttle(clock, allowance, "from this IP address");
  return (address) => throttle.consume(addressNetwork(address, 64));
}
