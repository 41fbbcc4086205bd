/**
 * Deliveries that a claim should find. At 1,000 deliveries per second, 6 are one claim every 6 ms, and 0.17 statements per delivery;
 * a longer interval adds its half to the median delay.
 */
const targetPerClaim = 6;
const minMs = 5;
const maxMs = 20;
/** Interval while a backlog fills every claim, so that each collects many. */
const backlogMs = 10;
/** Time constant of the moving average of the rate. */
const averageMs = 250;

/** Minimum time between two claims, which follows the rate of deliveries. A claim after an idle period is made at once. */
export class ClaimInterval {
  #perMs = 0;
  #lastMs: number | null = null;

  /**
   * Returns the interval after a claim.
   *
   * @param claim numbers of deliveries that it requested and found.
   */
  next({ requested, claimed }: { requested: number; claimed: number }, nowMs: number): number {
    const elapsedMs = Math.max(1, nowMs - (this.#lastMs ?? nowMs));
    this.#lastMs = nowMs;
    const weight = 1 - Math.exp(-elapsedMs / averageMs);
    this.#perMs += weight * (claimed / elapsedMs - this.#perMs);
    if (claimed >= requested) return backlogMs;
    return Math.min(maxMs, Math.max(minMs, targetPerClaim / this.#perMs));
  }
}
