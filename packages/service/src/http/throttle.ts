import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { ProblemError } from "./problem.ts";

interface Allowance {
  burst: number;
  perMinute: number;
}

const mostAddresses = 10_000;

/**
 * A token bucket for each address, for routes that need no key; IPv6 counts by /64, which is what one customer has.
 *
 * @returns what throws RATE_LIMITED where an address has used its tokens up.
 */
export function makeThrottle(clock: Clock, { burst, perMinute }: Allowance): (address: string) => void {
  const buckets = new LRUCache<string, { tokens: number; atMs: number }>({ max: mostAddresses });
  const perMs = perMinute / 60_000;
  return (address) => {
    const name = networkOf(address);
    const nowMs = clock.nowMs();
    const known = buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, known.tokens + Math.max(0, nowMs - known.atMs) * perMs);
    buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: nowMs });
    if (tokens >= 1) return;
    const seconds = Math.ceil((1 - tokens) / perMs / 1000);
    throw new ProblemError("RATE_LIMITED", {
      detail: `Too many tries from this address; try again in ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  };
}

function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].slice(0, 4).join(":");
}
