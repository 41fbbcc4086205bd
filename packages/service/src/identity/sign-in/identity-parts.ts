import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import type { HostCookie } from "../sessions/cookie.ts";
import type { SignInAttempts } from "./attempts.ts";

/** Dependencies of the routes for people. */
export interface IdentityParts {
  database: Database;
  clock: Clock;
  /** Where callers reach the service, without a slash at the end. */
  publicUrl: string;
  /** Carries the token of a session. */
  cookie: HostCookie;
  /** Seals the secrets of authenticators. */
  box: SecretBox;
  attempts: SignInAttempts;
  /** Called when a one-time link has been used. */
  onFirstSignIn: () => void;
}
