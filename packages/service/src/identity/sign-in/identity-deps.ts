import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import type { Mailer } from "../../mail/mailer.ts";
import type { HostCookie } from "../sessions/cookie.ts";
import type { SignInAttempts } from "./attempts.ts";

/** Dependencies of the identity routes. */
export interface IdentityDeps {
  database: Database;
  clock: Clock;
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
  /** Cookie with the session token. */
  cookie: HostCookie;
  /** Encrypts authenticator secrets. */
  box: SecretBox;
  attempts: SignInAttempts;
  mailer: Mailer;
  /** Called after a sign-in with a one-time link. */
  onFirstSignIn: () => void;
}
