import { vi } from "vitest";

/**
 * Retries `check` until it does not throw, and returns its result. The timeout is long, so that the result does not depend on the speed of
 * the machine; only a failure takes that long.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 20 });
}
