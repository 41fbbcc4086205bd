import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { Cursors } from "../http/pagination.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import type { AccessCache } from "../tenancy/access-changes.ts";
import type { RunIdempotent } from "./idempotency.ts";

/** Dependencies shared by the routes of stored resources. */
export interface ResourceDeps {
  database: Database;
  clock: Clock;
  secrets: ServerSecrets;
  accessCache: AccessCache;
  cursors: Cursors;
  runIdempotent: RunIdempotent;
}
