import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { Gate } from "../access/gate.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import type { RunOnce } from "./idempotency.ts";
import type { Cursors } from "./pages.ts";

/** What the routes of stored things share. */
export interface ResourceParts {
  database: Database;
  clock: Clock;
  secrets: ServerSecrets;
  gate: Gate;
  cursors: Cursors;
  runOnce: RunOnce;
}
