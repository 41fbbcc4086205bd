import type { Partition } from "@wayfare/contract";

/** Access to a supplier's API. */
export interface Credential {
  /**
   * Identifies the credential: the rate limit and the failures that open the circuit breaker are kept per id. It is not derived from the
   * secret, and a replaced secret has a new id, so that it starts with a closed breaker.
   */
  id: string;
  /** Never part of an error, a log entry or a URL. */
  secret: string;
  /** Partition that may use it. A supplier's test token serves only test keys, a live token only live keys. */
  partition: Partition;
}

/** Limit that a supplier has announced in a response; null if it does not state the value. */
export interface RateLimit {
  limit: number | null;
  remaining: number | null;
  resetAtMs: number | null;
}

/**
 * State of the supplier that a call shows. `answered`: it works, even if it refused the request or sent more than we read. `outage`: it
 * failed, or did not answer in time. `refused`: it limits the rate of calls. `unknown`: the call says nothing, for example because its caller
 * aborted it.
 */
export type CallHealth = "answered" | "outage" | "refused" | "unknown";

/** Outcome of one upstream call. */
export interface CallOutcome {
  /** False if the supplier does not count the call, such as one without a connection. */
  billed: boolean;
  /** HTTP status; null without a response. */
  status: number | null;
  tookMs: number;
  rateLimit: RateLimit | null;
  health: CallHealth;
  /** Time at which the supplier accepts the next call, as it announced it; null if it announced none. */
  retryAtMs: number | null;
}

/** Permission for one upstream call. */
export interface CallPermit {
  /** Reports the outcome; called once. A permit that was never settled counts as billed. */
  settle(outcome: CallOutcome): void;
}

export interface CallOptions {
  /** Set for a call that belongs to a counted one, such as the next page of its result. It needs a permit, but no call of the budget. */
  isFollowUp?: true;
}

/** Limits the upstream calls of one credential over all threads and processes: its budget, rate limit and circuit breaker. */
export interface CallBudget {
  /**
   * Acquires the permission for one call.
   *
   * @throws SupplierSkipped with reason `budget` if no call is left, `busy` if the supplier would refuse it, `breaker` if it failed repeatedly
   */
  acquire(signal: AbortSignal, options?: CallOptions): Promise<CallPermit>;
}

/** The complete answer of a supplier to one query. */
export interface KeptAnswer {
  /** Compressed batches. */
  parts: readonly Uint8Array[];
  /** Expiry of the offer that expires first; null if the supplier states none. */
  expiresAtMs: number | null;
}

/** Answers to the queries of one account with one credential, kept for a short time by the process. */
export interface KeptAnswers {
  /** @param key identifies the query at the supplier */
  find(key: string): Promise<KeptAnswer | undefined>;
  keep(key: string, answer: KeptAnswer): void;
}

/** Access of one search to one supplier. */
export interface SupplierAccess {
  credential: Credential;
  budget: CallBudget;
  /** Absent if answers of the supplier are not used again. */
  answers?: KeptAnswers;
}

/** Access to suppliers by name, as one search has it. */
export type AccessBySupplier = ReadonlyMap<string, SupplierAccess>;
