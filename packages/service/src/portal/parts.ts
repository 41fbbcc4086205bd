import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import type { HostCookie } from "../sessions/cookie.ts";
import type { SignInAttempts } from "../sign-in/attempts.ts";

/** What the routes share that only pages of ours call. */
export interface PortalParts {
  database: Database;
  clock: Clock;
  /** Where callers reach the service, without a slash at the end. */
  publicUrl: string;
  /** Carries the token of a session. */
  cookie: HostCookie;
  /** Seals the secrets of authenticators. */
  box: SecretBox;
  attempts: SignInAttempts;
  /** Writes what this process has recorded of requests. */
  flush: () => Promise<void>;
  /** Called when a one-time link has been used. */
  onFirstSignIn: () => void;
}
