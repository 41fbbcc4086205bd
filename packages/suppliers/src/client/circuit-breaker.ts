import { SupplierSkipped } from "../port/port.ts";

export interface CircuitBreakerOptions {
  /** Consecutive failures that open the breaker. */
  maxFailures?: number;
  /** Milliseconds that it stays open the first time. They double with each failed probe. */
  openMs?: number;
  maxOpenMs?: number;
}

/**
 * Stops calls to a supplier that fails repeatedly. After a while one call is let through as a probe: if it succeeds, the breaker closes; if
 * it fails, the breaker stays open for twice as long.
 */
export class CircuitBreaker {
  readonly #maxFailures: number;
  readonly #firstOpenMs: number;
  readonly #maxOpenMs: number;
  readonly #nowMs: () => number;
  #failures = 0;
  #openMs: number;
  #openUntilMs: number | null = null;
  #isProbing = false;

  constructor(nowMs: () => number, { maxFailures = 5, openMs = 30_000, maxOpenMs = 600_000 }: CircuitBreakerOptions) {
    this.#nowMs = nowMs;
    this.#maxFailures = maxFailures;
    this.#firstOpenMs = openMs;
    this.#openMs = openMs;
    this.#maxOpenMs = maxOpenMs;
  }

  /** Lets a call through; `succeed`, `fail` or `abandon` must follow. @throws SupplierSkipped while the breaker is open */
  enter(): void {
    if (this.#openUntilMs === null) return;
    if (this.#isProbing || this.#nowMs() < this.#openUntilMs) {
      throw new SupplierSkipped("breaker", "the supplier failed repeatedly and is not called for a while");
    }
    this.#isProbing = true;
  }

  succeed(): void {
    this.#isProbing = false;
    this.#failures = 0;
    this.#openUntilMs = null;
    this.#openMs = this.#firstOpenMs;
  }

  fail(): void {
    const wasOpen = this.#openUntilMs !== null;
    this.#isProbing = false;
    this.#failures++;
    if (!wasOpen && this.#failures < this.#maxFailures) return;
    if (wasOpen) this.#openMs = Math.min(2 * this.#openMs, this.#maxOpenMs);
    this.#openUntilMs = this.#nowMs() + this.#openMs;
  }

  /** Records a call that says nothing about the supplier, such as one that its caller aborted. */
  abandon(): void {
    this.#isProbing = false;
  }
}
