import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { ClaimedDelivery } from "../../src/dispatcher/claimed-delivery.ts";
import type { DeliveryRecord } from "./store-under-test.ts";

export type Invariant =
  | "lost"
  | "early"
  | "late"
  | "held-twice"
  | "sent-again"
  | "starved"
  | "too-fast"
  | "too-many"
  | "out-of-order";

export interface Violation {
  invariant: Invariant;
  detail: string;
}

export interface InvariantRules {
  /** Documented retry delays, independent of the dispatcher's. */
  delaysMs: readonly number[];
  perEndpoint: number;
}

interface DeliveryState {
  id: string;
  /** Place in the order in which deliveries were accepted. */
  sequence: number;
  endpointId: string;
  /** Subject of the event; null if the endpoint is not ordered. */
  orderingKey: string | null;
  /** Due time of the next attempt; null if there is none. */
  dueAtMs: number | null;
  failures: number;
  holder: { worker: number; claimId: string; untilMs: number } | null;
  /** A successful response that a worker has received. */
  succeeded: { worker: number; isWritten: boolean } | null;
}

interface Endpoint {
  maxPerSecond: number | null;
  ordered: boolean;
  sentAtMs: number[];
  /** Requests in flight by worker. */
  inFlight: Map<number, number>;
  /** Time since which a delivery has been due although nothing is in flight and nothing prevents it. */
  idleSinceMs: number | null;
}

/** Poll interval of one second, and the database round trips before a request is sent. */
const maxDelayMs = 1000 + 250;

/**
 * Checks the documented guarantees from the outside of the dispatcher: claims and writes, requests and responses, crashes. Independent of
 * the dispatcher's implementation.
 */
export class InvariantChecker {
  readonly violations: Violation[] = [];
  /** Time between due and sent of each request, with its endpoint. */
  readonly waits: { endpointId: string; waitMs: number }[] = [];
  readonly #rules: InvariantRules;
  readonly #deliveries = new Map<string, DeliveryState>();
  /** Deliveries that are not finished, in the order in which they were accepted. */
  readonly #open = new Set<DeliveryState>();
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #crashed = new Set<number>();

  constructor(rules: InvariantRules) {
    this.#rules = rules;
  }

  addEndpoint(id: string, { maxPerSecond, ordered }: Pick<Endpoint, "maxPerSecond" | "ordered">): void {
    this.#endpoints.set(id, { maxPerSecond, ordered, sentAtMs: [], inFlight: new Map(), idleSinceMs: null });
  }

  accepted(id: string, endpointId: string, { subject, nowMs }: { subject: string; nowMs: number }): void {
    const orderingKey = this.#endpointOf(endpointId).ordered ? subject : null;
    const delivery: DeliveryState = {
      id,
      sequence: this.#deliveries.size,
      endpointId,
      orderingKey,
      dueAtMs: nowMs,
      failures: 0,
      holder: null,
      succeeded: null,
    };
    this.#deliveries.set(id, delivery);
    this.#open.add(delivery);
  }

  crashed(worker: number): void {
    this.#crashed.add(worker);
    for (const endpoint of this.#endpoints.values()) endpoint.inFlight.delete(worker);
  }

  claimed(
    worker: number,
    claimed: readonly ClaimedDelivery[],
    { nowMs, untilMs }: { nowMs: number; untilMs: number },
  ): void {
    for (const { id, claimId } of claimed) {
      const known = this.#of(id);
      const { holder } = known;
      if (holder !== null && holder.untilMs > nowMs) {
        this.#report(
          "held-twice",
          `${id} was claimed by worker ${worker} while worker ${holder.worker} held its lease`,
        );
      }
      known.holder = { worker, claimId, untilMs };
    }
    this.#checkOrder(claimed, nowMs);
  }

  renewed(worker: number, ids: ReadonlySet<string>, claimed: readonly ClaimedDelivery[], untilMs: number): void {
    for (const { id, claimId } of claimed) {
      const { holder } = this.#of(id);
      if (!ids.has(id)) continue;
      if (holder?.claimId === claimId) holder.untilMs = untilMs;
      else
        this.#report(
          "held-twice",
          `worker ${worker} renewed the lease of ${id} after worker ${holder?.worker} had claimed it`,
        );
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
      this.#report("held-twice", `worker ${worker} sent ${id} without a lease`);
    }
    if (known.succeeded !== null && (known.succeeded.isWritten || !this.#crashed.has(known.succeeded.worker))) {
      this.#report("sent-again", `${id} was sent again after it had been delivered`);
    }
    const earlier = this.#firstBefore(known);
    if (earlier !== undefined) this.#report("out-of-order", `${id} was sent before ${earlier.id} was finished`);
    this.waits.push({ endpointId: known.endpointId, waitMs: nowMs - (known.dueAtMs ?? nowMs) });
    const inFlight = (endpoint.inFlight.get(worker) ?? 0) + 1;
    endpoint.inFlight.set(worker, inFlight);
    if (inFlight > this.#rules.perEndpoint)
      this.#report("too-many", `${inFlight} deliveries in flight to ${known.endpointId}`);
    endpoint.sentAtMs.push(nowMs);
    this.#checkRate(endpoint, nowMs, known.endpointId);
  }

  responded(worker: number, id: string, hasSucceeded: boolean): void {
    const known = this.#of(id);
    const endpoint = this.#endpointOf(known.endpointId);
    endpoint.inFlight.set(worker, Math.max(0, (endpoint.inFlight.get(worker) ?? 0) - 1));
    if (hasSucceeded) known.succeeded = { worker, isWritten: false };
  }

  written(attempts: readonly Attempt[]): void {
    for (const { claimed, result, endedAtMs } of attempts) {
      const known = this.#of(claimed.id);
      if (known.holder?.claimId !== claimed.claimId) continue;
      known.holder = null;
      if (result.outcome === "delivered") {
        known.dueAtMs = null;
        if (known.succeeded) known.succeeded.isWritten = true;
      } else {
        const delayMs = this.#rules.delaysMs[known.failures++];
        known.dueAtMs = delayMs === undefined ? null : endedAtMs + delayMs;
      }
      if (known.dueAtMs === null) this.#open.delete(known);
    }
  }

  /**
   * Reports endpoints whose due deliveries are not sent.
   *
   * @param hasCapacity true if a worker is running, has a database and free slots.
   */
  tick(nowMs: number, hasCapacity: boolean): void {
    const isDue = new Set<string>();
    for (const delivery of this.#open) {
      const { endpointId, dueAtMs, holder } = delivery;
      const isUnleased = holder === null || holder.untilMs <= nowMs;
      if (dueAtMs === null || dueAtMs > nowMs || !isUnleased || isDue.has(endpointId)) continue;
      if (this.#firstBefore(delivery) === undefined) isDue.add(endpointId);
    }
    for (const [id, endpoint] of this.#endpoints) {
      const hasInFlight = [...endpoint.inFlight.values()].some((count) => count > 0);
      if (!hasCapacity || !isDue.has(id) || hasInFlight || this.#isRateLimited(endpoint, nowMs))
        endpoint.idleSinceMs = null;
      else endpoint.idleSinceMs ??= nowMs;
      if (endpoint.idleSinceMs === null || nowMs - endpoint.idleSinceMs <= maxDelayMs) continue;
      this.#report("late", `${id} has had due deliveries for ${nowMs - endpoint.idleSinceMs} ms`);
      endpoint.idleSinceMs = nowMs;
    }
  }

  /** Checks at the end of the run that every delivery was delivered or dead-lettered. */
  finish(records: readonly DeliveryRecord[]): void {
    const statuses = new Map(records.map(({ id, status }) => [id, status]));
    for (const { id, failures, succeeded } of this.#deliveries.values()) {
      const status = statuses.get(id);
      const isDelivered = status === "delivered" && succeeded !== null;
      const isDeadLettered = status === "dead_lettered" && failures === this.#rules.delaysMs.length + 1;
      if (!isDelivered && !isDeadLettered) this.#report("lost", `${id} is ${status} after ${failures} failures`);
    }
  }

  /** Checks that deliveries of an endpoint are claimed oldest first. */
  #checkOrder(claimed: readonly ClaimedDelivery[], nowMs: number): void {
    for (const endpointId of new Set(claimed.map((each) => each.endpointId))) {
      const claimedIds = new Set(claimed.filter((each) => each.endpointId === endpointId).map(({ id }) => id));
      const lastMs = Math.max(...[...claimedIds].map((id) => this.#of(id).dueAtMs ?? 0));
      for (const known of this.#open) {
        const { id, dueAtMs, holder } = known;
        if (known.endpointId !== endpointId || claimedIds.has(id) || (holder !== null && holder.untilMs > nowMs))
          continue;
        // A delivery whose lease expired (holder is set) is due again only after the next poll.
        const isSkipped = holder === null && dueAtMs !== null && dueAtMs < lastMs;
        if (isSkipped && this.#firstBefore(known) === undefined) this.#report("starved", `${id} was skipped`);
      }
    }
  }

  /** Returns an unfinished earlier delivery of the same subject to the same endpoint, which the given one must wait for. */
  #firstBefore({ sequence, endpointId, orderingKey }: DeliveryState): DeliveryState | undefined {
    if (orderingKey === null) return undefined;
    for (const each of this.#open) {
      if (each.sequence >= sequence) return undefined;
      if (each.orderingKey === orderingKey && each.endpointId === endpointId) return each;
    }
    return undefined;
  }

  #checkRate({ maxPerSecond, sentAtMs }: Endpoint, nowMs: number, id: string): void {
    if (maxPerSecond === null) return;
    while ((sentAtMs[0] ?? nowMs) <= nowMs - 1000) sentAtMs.shift();
    if (sentAtMs.length > maxPerSecond)
      this.#report("too-fast", `${sentAtMs.length} requests within a second to ${id}`);
  }

  /** Two seconds cover the send slots that a crashed process had reserved and those of other processes. */
  #isRateLimited({ maxPerSecond, sentAtMs }: Endpoint, nowMs: number): boolean {
    return maxPerSecond !== null && nowMs - (sentAtMs.at(-1) ?? 0) < 2000;
  }

  #of(id: string): DeliveryState {
    const known = this.#deliveries.get(id);
    if (known === undefined) throw new Error(`unknown delivery ${id}`);
    return known;
  }

  #endpointOf(id: string): Endpoint {
    const endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) throw new Error(`unknown endpoint ${id}`);
    return endpoint;
  }

  #report(invariant: Invariant, detail: string): void {
    this.violations.push({ invariant, detail });
  }
}
