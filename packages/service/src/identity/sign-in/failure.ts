import { DomainError, type ErrorCode } from "@wayfare/contract";
import type { UserRecord } from "../users/store.ts";

/** Outcomes of attempts to sign in or to step up a session. */
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
  "sso_required",
  "sso_refused",
  "throttled_person",
  "throttled_address",
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** The user of an attempt. */
export type UserReference = Pick<UserRecord, "id">;

interface FailureOptions {
  user?: UserReference | undefined;
  detail?: string;
  /** Time until authenticator codes are accepted again, in milliseconds. */
  waitMs?: number;
}

/** Error codes of outcomes; SIGN_IN_FAILED for the others. */
const codes: Partial<Record<SignInOutcome, ErrorCode>> = {
  code_required: "SECOND_FACTOR_REQUIRED",
  unknown_link: "NOT_FOUND",
  sso_required: "SSO_REQUIRED",
  sso_refused: "SSO_FAILED",
};

/** A failed attempt: the problem for the caller, and the outcome for metrics and audit events. */
export class SignInFailure extends DomainError {
  readonly outcome: SignInOutcome;
  readonly user: UserReference | undefined;

  constructor(outcome: SignInOutcome, { user, detail, waitMs = 0 }: FailureOptions = {}) {
    if (outcome === "codes_paused") {
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      super("RATE_LIMITED", {
        detail: `Too many incorrect codes. Authenticator codes are accepted again in ${Math.ceil(seconds / 60)} minutes. Recovery codes and passkeys still work.`,
        retryAfterSeconds: seconds,
      });
    } else {
      super(codes[outcome] ?? "SIGN_IN_FAILED", detail === undefined ? {} : { detail });
    }
    this.outcome = outcome;
    this.user = user;
  }

  /** True for a wrong credential, which consumes a token of the throttle. */
  get isGuess(): boolean {
    return !["code_required", "codes_paused", "unreadable_secret", "sso_required"].includes(this.outcome);
  }
}
