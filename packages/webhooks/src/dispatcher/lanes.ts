import type { Claimed } from "./claimed.ts";
import type { Share } from "./delivery-store.ts";
import { Lane, type LaneRules } from "./lane.ts";

export interface LanesRules extends LaneRules {
  /** Deliveries under way at once. */
  concurrency: number;
}

/** What a lane may take in its turn. */
const quantum = 4;
/** Endpoints that one claim asks for. */
const mostShares = 128;
/** Deliveries that one claim asks for. */
const mostClaimed = 200;
/** What endpoints may take together that have not proved that they answer: however many hang, the others have the rest. */
const doubtfulShare = 1 / 2;
/** Endpoints that are remembered while nothing of them is due. */
const mostRemembered = 10_000;

/**
 * Shares the room of a process among endpoints by deficit round-robin (Shreedhar and Varghese, 1996): each has its turn, takes its quantum and
 * what it could not take before, and a backlog of one is never in the way of another.
 */
export class Lanes {
  readonly #rules: LanesRules;
  readonly #lanes = new Map<string, Lane>();
  /** Those with something due, the next turn first. */
  readonly #ring = new Map<string, Lane>();
  #doubtful = 0;

  constructor(rules: LanesRules) {
    this.#rules = rules;
  }

  /** Whether anything is believed to be due. */
  get isWaiting(): boolean {
    return this.#ring.size > 0;
  }

  /** When the first endpoint with a rate may go on, or null where none waits for its rate. */
  nextPaceMs(nowMs: number): number | null {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { pausedUntilMs } of this.#ring.values()) {
      if (pausedUntilMs > nowMs) nextMs = Math.min(nextMs, pausedUntilMs);
    }
    return Number.isFinite(nextMs) ? nextMs : null;
  }

  /** Something of an endpoint is due. */
  call(endpointId: string): void {
    const lane = this.#laneOf(endpointId);
    lane.calls++;
    if (lane.isWaiting) return;
    lane.isWaiting = true;
    this.#ring.set(endpointId, lane);
  }

  /** Whom to serve next and with how much, where `room` deliveries more may be under way. */
  plan(nowMs: number, room: number): PlannedShare[] {
    const budget: Budget = {
      room: Math.min(room, mostClaimed),
      doubtful: Math.ceil(this.#rules.concurrency * doubtfulShare) - this.#doubtful,
    };
    const shares = new Map<string, PlannedShare>();
    let isMoving = true;
    while (isMoving && budget.room > 0) {
      isMoving = false;
      // A copy, because a turn that is over moves its lane to the end.
      const round = [...this.#ring.values()];
      for (const lane of round) {
        if (budget.room === 0) break;
        const taken = takeTurn(lane, nowMs, budget, shares);
        if (taken === 0) continue;
        isMoving = true;
        // Its turn is over where it has taken what it may; otherwise room ran out, and it is the first of the next round.
        if (lane.credit < 1) this.#toEnd(lane);
      }
    }
    return [...shares.values()];
  }

  /** What a claim has brought of what was planned, and how far ahead it took places in time. */
  settle(shares: readonly PlannedShare[], claimed: readonly Claimed[], nowMs: number, leadMs = 0): void {
    const got = new Map<string, number>();
    for (const { id, endpointId, pace } of claimed) {
      const lane = this.#laneOf(endpointId);
      got.set(endpointId, (got.get(endpointId) ?? 0) + 1);
      if (!lane.isTrusted) this.#doubtful++;
      lane.start(id, nowMs);
      if (pace) lane.pausedUntilMs = Math.max(lane.pausedUntilMs, pace.nextSlotMs - leadMs - paceMarginMs);
    }
    for (const { endpointId, count, calls } of shares) {
      const lane = this.#laneOf(endpointId);
      const isDrained = (got.get(endpointId) ?? 0) < count && lane.calls === calls;
      // One that its rate holds back gets fewer than it asks for although more is due.
      if (isDrained && !(lane.pausedUntilMs > nowMs && got.has(endpointId))) this.#rest(lane);
    }
  }

  /** When a delivery leaves that was claimed: at once, or where its endpoint has a rate, when that allows. */
  departAt({ endpointId, pace }: Claimed, nowMs: number): number {
    return pace === null ? nowMs : this.#laneOf(endpointId).departAt(pace, nowMs);
  }

  /** A delivery has its answer, or none came (false), or it was not sent (null). */
  end({ id, endpointId }: Claimed, hasSucceeded: boolean | null): void {
    const lane = this.#laneOf(endpointId);
    const wasTrusted = lane.isTrusted;
    const before = lane.underWay;
    lane.end(id, hasSucceeded);
    if (!wasTrusted) this.#doubtful -= before;
    if (!lane.isTrusted) this.#doubtful += lane.underWay;
  }

  #laneOf(endpointId: string): Lane {
    const known = this.#lanes.get(endpointId);
    if (known) return known;
    const lane = new Lane(endpointId, this.#rules);
    this.#lanes.set(endpointId, lane);
    if (this.#lanes.size > mostRemembered) this.#forgetOne();
    return lane;
  }

  #rest(lane: Lane): void {
    lane.isWaiting = false;
    lane.credit = 0;
    this.#ring.delete(lane.endpointId);
  }

  #toEnd(lane: Lane): void {
    this.#ring.delete(lane.endpointId);
    this.#ring.set(lane.endpointId, lane);
  }

  /** The one that has been known for longest and has nothing to do. */
  #forgetOne(): void {
    for (const lane of this.#lanes.values()) {
      if (lane.isWaiting || lane.underWay > 0) continue;
      this.#lanes.delete(lane.endpointId);
      return;
    }
  }
}

/** A share, and how often its endpoint had been called when it was planned. */
export interface PlannedShare extends Share {
  calls: number;
}

interface Budget {
  room: number;
  doubtful: number;
}

/** A paced endpoint is asked again a little before the first place that a claim would give has come, so that none is left out. */
const paceMarginMs = 50;

/** Gives a lane its quantum and takes of it what fits; answers how much that is. */
function takeTurn(lane: Lane, nowMs: number, budget: Budget, shares: Map<string, PlannedShare>): number {
  const share = shares.get(lane.endpointId);
  if (share === undefined && shares.size === mostShares) return 0;
  const free = lane.roomAt(nowMs) - (share?.count ?? 0);
  const allowed = Math.min(free, budget.room, lane.isTrusted ? budget.room : budget.doubtful);
  if (allowed <= 0) return 0;
  if (lane.credit < 1) lane.credit += quantum;
  const taken = Math.min(allowed, lane.credit);
  // What an endpoint itself has no room for is no debt of ours.
  lane.credit = free > taken ? lane.credit - taken : 0;
  budget.room -= taken;
  if (!lane.isTrusted) budget.doubtful -= taken;
  shares.set(lane.endpointId, { endpointId: lane.endpointId, count: (share?.count ?? 0) + taken, calls: lane.calls });
  return taken;
}
