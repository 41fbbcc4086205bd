import { DomainError } from "@wayfare/contract";
import type { UserRecord } from "../users/store.ts";

/** How an attempt to sign in, or to confirm a session, ends. */
export const signInOutcomes = [
  "success",
  "unknown_address",
  "wrong_password",
  "code_required",
  "wrong_code",
  "codes_paused",
  "unreadable_secret",
  "unknown_link",
  "wrong_passkey",
  "throttled_person",
  "throttled_address",
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** The user whom an attempt names. */
export type NamedUser = Pick<UserRecord, "id" | "accountId">;

interface FailureOptions {
  user?: NamedUser | undefined;
  detail?: string;
  /** Until authenticator codes are taken again. */
  waitMs?: number;
}

/** An attempt that failed: the problem for the caller, and the outcome for the operator and the account. */
export class SignInFailure extends DomainError {
  readonly outcome: SignInOutcome;
  readonly user: NamedUser | undefined;

  constructor(outcome: SignInOutcome, { user, detail, waitMs = 0 }: FailureOptions = {}) {
    if (outcome === "codes_paused") {
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      super("RATE_LIMITED", {
        detail: `Too many wrong codes; authenticator codes work again in ${Math.ceil(seconds / 60)} minutes. A recovery code or a passkey works now.`,
        retryAfterSeconds: seconds,
      });
    } else {
      const code = outcome === "code_required" ? "SECOND_FACTOR_REQUIRED" : "SIGN_IN_FAILED";
      super(outcome === "unknown_link" ? "NOT_FOUND" : code, detail === undefined ? {} : { detail });
    }
    this.outcome = outcome;
    this.user = user;
  }

  /** Whether it was a wrong guess, which consumes a token. */
  get isGuess(): boolean {
    return !["code_required", "codes_paused", "unreadable_secret"].includes(this.outcome);
  }
}
