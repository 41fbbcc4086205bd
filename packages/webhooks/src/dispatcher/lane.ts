import type { Pace } from "./claimed.ts";

/** How many deliveries of one endpoint may be under way at once in this process. */
export interface LaneRules {
  /** Of an endpoint that answers. */
  most: number;
  /** Of one that nothing is known of yet. */
  first: number;
  /** While a request is out for so long, nothing else is sent beside it. */
  slowMs: number;
}

/**
 * One endpoint as this process sees it: what of it is under way, and how much may be. The window grows by one with each success and halves with
 * each failure, down to one: an endpoint that fails or hangs is never given up, and its schedule stays what it is.
 */
export class Lane {
  readonly endpointId: string;
  readonly #rules: LaneRules;
  /** When each request left, the first one first. */
  readonly #underWay = new Map<string, number>();
  #window: number;
  #isTrusted = false;
  /** Whether something is believed to be due, and how often that has been said. */
  isWaiting = false;
  calls = 0;
  /** What it may take of its turns and has not taken yet. */
  credit = 0;
  /** Not before, as the endpoint has a rate. */
  pausedUntilMs = 0;
  #lastDepartureMs = 0;

  constructor(endpointId: string, rules: LaneRules) {
    this.endpointId = endpointId;
    this.#rules = rules;
    this.#window = Math.min(rules.first, rules.most);
  }

  /** Whether its last answer was a success. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** How many more may be sent now. */
  roomAt(nowMs: number): number {
    if (nowMs < this.pausedUntilMs) return 0;
    const [oldestMs = nowMs] = this.#underWay.values();
    const window = nowMs - oldestMs >= this.#rules.slowMs ? 1 : this.#window;
    return Math.max(0, window - this.#underWay.size);
  }

  /** When a delivery leaves whose place in time is known. A place that has passed already moves the ones behind it. */
  departAt({ startMs, gapMs }: Pace, nowMs: number): number {
    this.#lastDepartureMs = Math.max(startMs, nowMs, this.#lastDepartureMs + gapMs);
    return Math.ceil(this.#lastDepartureMs);
  }

  start(deliveryId: string, nowMs: number): void {
    this.#underWay.set(deliveryId, nowMs);
  }

  /** An answer, or that none came. Null where it was not sent at all. */
  end(deliveryId: string, hasSucceeded: boolean | null): void {
    this.#underWay.delete(deliveryId);
    if (hasSucceeded === null) return;
    this.#isTrusted = hasSucceeded;
    this.#window = hasSucceeded ? Math.min(this.#rules.most, this.#window + 1) : Math.max(1, this.#window >> 1);
  }
}
