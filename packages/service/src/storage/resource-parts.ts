import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { Cursors } from "../http/pages.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import type { AccessCache } from "../tenancy/access-changes.ts";
import type { RunOnce } from "./idempotency.ts";

/** What the routes of stored things share. */
export interface ResourceParts {
  database: Database;
  clock: Clock;
  secrets: ServerSecrets;
  gate: AccessCache;
  cursors: Cursors;
  runOnce: RunOnce;
}
