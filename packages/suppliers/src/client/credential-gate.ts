import { type CallOutcome, SupplierSkipped } from "../port/port.ts";
import {
  afterAnswer,
  afterFailure,
  type BreakerOptions,
  type BreakerState,
  closedBreaker,
  defaultBreakerOptions,
} from "./circuit-breaker.ts";
import { afterAccepted, afterRefusal, type LimitState, unlimited } from "./rate-limit.ts";

/** Beyond this wait the limit is a daily or monthly one. */
const budgetMs = 60_000;
/** A call without an outcome after this time belongs to a thread that has stopped. No call has a later deadline. */
const maxCallMs = 90_000;

/** State of a credential at its supplier, which processes share. */
export interface CredentialState extends BreakerState, LimitState {}

/** State of a credential that works, as far as it is known. */
export const healthyCredential: CredentialState = { ...closedBreaker, ...unlimited };

/** A call of a credential that has ended, as far as it changes the state. */
export interface CredentialEvent extends Pick<CallOutcome, "health" | "retryAtMs"> {
  atMs: number;
  isProbe: boolean;
  /** Calls that the supplier has left, as the response states it. */
  remaining: number | null;
}

/** Returns the state after an event. Events of other processes may be older than the state. */
export function applyEvent(
  state: CredentialState,
  event: CredentialEvent,
  options: BreakerOptions = defaultBreakerOptions,
): CredentialState {
  const { health, atMs, retryAtMs } = event;
  if (health === "unknown") return state;
  if (health === "outage") return { ...state, ...afterFailure(state, event, options) };
  // A refused call is an answer: the supplier works.
  const answered = { ...state, ...afterAnswer(state, atMs) };
  const limit = health === "refused" ? afterRefusal(state, atMs, retryAtMs) : afterAccepted(state, event);
  return { ...answered, ...limit };
}

/** A call that has entered a gate. */
export interface Pass {
  readonly isProbe: boolean;
  readonly enteredAtMs: number;
}

/**
 * Decides about the calls with one credential in one process: none is made while the breaker is open, or if the supplier would refuse it. The
 * calls that are pending count against those that the supplier has left.
 */
export class CredentialGate {
  readonly #options: BreakerOptions;
  readonly #pending = new Set<Pass>();
  #state = healthyCredential;
  #probe: Pass | undefined;
  /** The lowest number of calls left that the supplier has stated in the present period of its limit. */
  #window: { left: number; resetAtMs: number } | undefined;

  constructor(options: Partial<BreakerOptions> = {}) {
    this.#options = { ...defaultBreakerOptions, ...options };
  }

  get state(): CredentialState {
    return this.#state;
  }

  /** True while a call has no outcome. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Lets a call through; `leave` must follow. @throws SupplierSkipped with reason `busy`, `budget` or `breaker` */
  enter(nowMs: number): Pass {
    this.#dropLost(nowMs);
    this.#checkLimit(nowMs);
    const { openUntilMs } = this.#state;
    const isProbe = openUntilMs !== null;
    if (isProbe && (this.#probe !== undefined || nowMs < openUntilMs)) {
      throw new SupplierSkipped("breaker", "the supplier failed repeatedly and is not called for a while");
    }
    const pass = { isProbe, enteredAtMs: nowMs };
    this.#pending.add(pass);
    if (isProbe) this.#probe = pass;
    return pass;
  }

  /** Records the outcome of a call. @returns the event; undefined if the call has left already, or was given up */
  leave(pass: Pass, outcome: CallOutcome, nowMs: number): CredentialEvent | undefined {
    if (!this.#pending.delete(pass)) return undefined;
    if (this.#probe === pass) this.#probe = undefined;
    const { health, retryAtMs, rateLimit } = outcome;
    this.#countLeft(outcome, nowMs);
    const remaining = rateLimit?.remaining ?? null;
    const event = { health, retryAtMs, remaining, atMs: nowMs, isProbe: pass.isProbe };
    this.#state = applyEvent(this.#state, event, this.#options);
    return event;
  }

  /** Replaces the state by the shared one. @param events that the shared state does not include yet */
  adopt(shared: CredentialState, events: readonly CredentialEvent[]): void {
    this.#state = events.reduce((state, event) => applyEvent(state, event, this.#options), shared);
  }

  #checkLimit(nowMs: number): void {
    const waitMs = this.#state.blockedUntilMs - nowMs;
    if (waitMs > 0) {
      const reason = waitMs > budgetMs ? "budget" : "busy";
      throw new SupplierSkipped(reason, `the supplier accepts the next call in ${Math.ceil(waitMs / 1000)} seconds`);
    }
    const window = this.#window;
    if (window !== undefined && nowMs < window.resetAtMs && window.left <= this.#pending.size) {
      throw new SupplierSkipped("busy", "the pending calls use up the rate limit of the supplier");
    }
  }

  #countLeft({ rateLimit, billed, status }: CallOutcome, nowMs: number): void {
    const { remaining = null, resetAtMs = null } = rateLimit ?? {};
    const window = this.#window !== undefined && nowMs < this.#window.resetAtMs ? this.#window : undefined;
    // A call whose response states no number was counted as well, if it was sent.
    const counted = billed || status !== null ? 1 : 0;
    if (remaining === null || resetAtMs === null) this.#window = window && { ...window, left: window.left - counted };
    else
      this.#window = {
        left: Math.min(window?.left ?? remaining, remaining),
        resetAtMs: window?.resetAtMs ?? resetAtMs,
      };
  }

  #dropLost(nowMs: number): void {
    for (const pass of this.#pending) {
      if (nowMs - pass.enteredAtMs < maxCallMs) break;
      this.#pending.delete(pass);
      if (this.#probe === pass) this.#probe = undefined;
    }
  }
}
