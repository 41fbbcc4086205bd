import type { Database } from "@wayfare/database";
import type { Clock } from "../clock.ts";
import type { ServerSecrets } from "../keys/server-secret.ts";
import type { HostCookie } from "../sessions/cookie.ts";

/** What the routes share that only pages of ours call. */
export interface PortalParts {
  database: Database;
  clock: Clock;
  secrets: ServerSecrets;
  /** Where callers reach the service, without a slash at the end. */
  publicUrl: string;
  /** Carries the token of a session. */
  cookie: HostCookie;
  /** Called when a one-time link has been used. */
  onFirstSignIn?: () => void;
}
