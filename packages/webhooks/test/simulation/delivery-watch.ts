import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { Claimed } from "../../src/dispatcher/claimed.ts";
import type { DeliveryRecord } from "./store-under-test.ts";

export type Invariant = "lost" | "early" | "late" | "held-twice" | "sent-again" | "starved" | "too-fast" | "too-many";

export interface Violation {
  invariant: Invariant;
  detail: string;
}

export interface WatchRules {
  /** What the interface promises, written out apart from the dispatcher's own. */
  delaysMs: readonly number[];
  perEndpoint: number;
}

interface Known {
  id: string;
  endpointId: string;
  /** When the next attempt is due; null where there is none to come. */
  dueAtMs: number | null;
  failures: number;
  holder: { worker: number; claimId: string; untilMs: number } | null;
  /** A success that a worker knows of. */
  succeeded: { worker: number; isWritten: boolean } | null;
}

interface Endpoint {
  maxPerSecond: number | null;
  sentAtMs: number[];
  underWay: Map<number, number>;
  /** Since when something is due, nothing is on its way, and nothing stands against it. */
  idleSinceMs: number | null;
}

/** To the second, and the round trips to the database that come before a request leaves. */
const toTheSecondMs = 1000 + 250;

/**
 * Sees what crosses the borders of the dispatcher (claims and what is written, requests and answers, deaths) and says where that breaks the
 * promise. It knows nothing of how the dispatcher works.
 */
export class DeliveryWatch {
  readonly violations: Violation[] = [];
  /** How long each request left after it was due, by its endpoint. */
  readonly waits: { endpointId: string; waitMs: number }[] = [];
  readonly #rules: WatchRules;
  readonly #deliveries = new Map<string, Known>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #dead = new Set<number>();

  constructor(rules: WatchRules) {
    this.#rules = rules;
  }

  addEndpoint(id: string, maxPerSecond: number | null): void {
    this.#endpoints.set(id, { maxPerSecond, sentAtMs: [], underWay: new Map(), idleSinceMs: null });
  }

  accepted(id: string, endpointId: string, nowMs: number): void {
    this.#deliveries.set(id, { id, endpointId, dueAtMs: nowMs, failures: 0, holder: null, succeeded: null });
  }

  died(worker: number): void {
    this.#dead.add(worker);
    for (const endpoint of this.#endpoints.values()) endpoint.underWay.delete(worker);
  }

  claimed(worker: number, claimed: readonly Claimed[], { nowMs, untilMs }: { nowMs: number; untilMs: number }): void {
    for (const { id, claimId } of claimed) {
      const known = this.#of(id);
      const holder = known.holder;
      if (holder !== null && holder.untilMs > nowMs) {
        this.#report("held-twice", `${id} was claimed by ${worker} while ${holder.worker} held it`);
      }
      known.holder = { worker, claimId, untilMs };
    }
    this.#checkOrder(claimed, nowMs);
  }

  renewed(worker: number, ids: ReadonlySet<string>, claimed: readonly Claimed[], untilMs: number): void {
    for (const { id, claimId } of claimed) {
      const { holder } = this.#of(id);
      if (!ids.has(id)) continue;
      if (holder?.claimId === claimId) holder.untilMs = untilMs;
      else this.#report("held-twice", `${worker} renewed the lease of ${id} after ${holder?.worker} had claimed it`);
    }
  }

  sent(worker: number, id: string, nowMs: number): void {
    const known = this.#of(id);
    const endpoint = this.#endpointOf(known.endpointId);
    if (known.dueAtMs === null || nowMs < known.dueAtMs) {
      this.#report(
        "early",
        `${id} was sent ${(known.dueAtMs ?? Number.POSITIVE_INFINITY) - nowMs} ms before it was due`,
      );
    }
    if (known.holder?.worker !== worker || known.holder.untilMs <= nowMs) {
      this.#report("held-twice", `${worker} sent ${id} without holding it`);
    }
    if (known.succeeded !== null && (known.succeeded.isWritten || !this.#dead.has(known.succeeded.worker))) {
      this.#report("sent-again", `${id} was sent again after it had been delivered`);
    }
    this.waits.push({ endpointId: known.endpointId, waitMs: nowMs - (known.dueAtMs ?? nowMs) });
    const underWay = (endpoint.underWay.get(worker) ?? 0) + 1;
    endpoint.underWay.set(worker, underWay);
    if (underWay > this.#rules.perEndpoint) this.#report("too-many", `${underWay} under way to ${known.endpointId}`);
    endpoint.sentAtMs.push(nowMs);
    this.#checkRate(endpoint, nowMs, known.endpointId);
  }

  answered(worker: number, id: string, hasSucceeded: boolean): void {
    const known = this.#of(id);
    const endpoint = this.#endpointOf(known.endpointId);
    endpoint.underWay.set(worker, Math.max(0, (endpoint.underWay.get(worker) ?? 0) - 1));
    if (hasSucceeded) known.succeeded = { worker, isWritten: false };
  }

  written(attempts: readonly Attempt[]): void {
    for (const { claimed, verdict, endedAtMs } of attempts) {
      const known = this.#of(claimed.id);
      if (known.holder?.claimId !== claimed.claimId) continue;
      known.holder = null;
      if (verdict.outcome === "delivered") {
        known.dueAtMs = null;
        if (known.succeeded) known.succeeded.isWritten = true;
        continue;
      }
      const delayMs = this.#rules.delaysMs[known.failures++];
      known.dueAtMs = delayMs === undefined ? null : endedAtMs + delayMs;
    }
  }

  /**
   * Looks for endpoints that could be served and are not.
   *
   * @param hasCapacity whether a worker is up and well and has room.
   */
  tick(nowMs: number, hasCapacity: boolean): void {
    const isDue = new Set<string>();
    for (const { endpointId, dueAtMs, holder } of this.#deliveries.values()) {
      const isFree = holder === null || holder.untilMs <= nowMs;
      if (dueAtMs !== null && dueAtMs <= nowMs && isFree) isDue.add(endpointId);
    }
    for (const [id, endpoint] of this.#endpoints) {
      const isUnderWay = [...endpoint.underWay.values()].some((count) => count > 0);
      if (!hasCapacity || !isDue.has(id) || isUnderWay || this.#isPaced(endpoint, nowMs)) endpoint.idleSinceMs = null;
      else endpoint.idleSinceMs ??= nowMs;
      if (endpoint.idleSinceMs === null || nowMs - endpoint.idleSinceMs <= toTheSecondMs) continue;
      this.#report("late", `${id} could be served and was not since ${nowMs - endpoint.idleSinceMs} ms`);
      endpoint.idleSinceMs = nowMs;
    }
  }

  /** When all has come to rest: everything accepted has an end. */
  finish(records: readonly DeliveryRecord[]): void {
    const statuses = new Map(records.map(({ id, status }) => [id, status]));
    for (const { id, failures, succeeded } of this.#deliveries.values()) {
      const status = statuses.get(id);
      const isDelivered = status === "delivered" && succeeded !== null;
      const isDead = status === "dead_lettered" && failures === this.#rules.delaysMs.length + 1;
      if (!isDelivered && !isDead) this.#report("lost", `${id} is ${status} after ${failures} failures`);
    }
  }

  /** Of one endpoint, whatever waits longer goes first. */
  #checkOrder(claimed: readonly Claimed[], nowMs: number): void {
    for (const endpointId of new Set(claimed.map((each) => each.endpointId))) {
      const taken = new Set(claimed.filter((each) => each.endpointId === endpointId).map(({ id }) => id));
      const lastMs = Math.max(...[...taken].map((id) => this.#of(id).dueAtMs ?? 0));
      for (const { id, dueAtMs, holder, ...known } of this.#deliveries.values()) {
        if (known.endpointId !== endpointId || taken.has(id) || (holder !== null && holder.untilMs > nowMs)) continue;
        // One that was left behind is due again when that is noticed, which is a look around later.
        if (holder === null && dueAtMs !== null && dueAtMs < lastMs) this.#report("starved", `${id} was passed over`);
      }
    }
  }

  #checkRate({ maxPerSecond, sentAtMs }: Endpoint, nowMs: number, id: string): void {
    if (maxPerSecond === null) return;
    while ((sentAtMs[0] ?? nowMs) <= nowMs - 1000) sentAtMs.shift();
    if (sentAtMs.length > maxPerSecond) this.#report("too-fast", `${sentAtMs.length} a second to ${id}`);
  }

  /** Places in time that a process took are lost with it, and those of another are not known: two seconds cover both. */
  #isPaced({ maxPerSecond, sentAtMs }: Endpoint, nowMs: number): boolean {
    return maxPerSecond !== null && nowMs - (sentAtMs.at(-1) ?? 0) < 2000;
  }

  #of(id: string): Known {
    const known = this.#deliveries.get(id);
    if (known === undefined) throw new Error(`${id} was never accepted`);
    return known;
  }

  #endpointOf(id: string): Endpoint {
    const endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) throw new Error(`${id} is no endpoint`);
    return endpoint;
  }

  #report(invariant: Invariant, detail: string): void {
    this.violations.push({ invariant, detail });
  }
}
