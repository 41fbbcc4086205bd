import type { Clock } from "@wayfare/contract";
import { type Database, runUnit } from "@wayfare/database";
import type { Settings } from "../../settings/schema.ts";
import { deletePause } from "../../storage/pause-store.ts";
import { readSecretsText } from "../backup/source.ts";
import { type SpooledArchive, spoolArchive } from "../backup/spool.ts";
import type { Check } from "../doctor/check.ts";
import { examineDatabase } from "../doctor/database-checks.ts";

/** What a running service does for the operator with the deployment as a whole. */
export interface Deployment {
  /** An archive of its data. */
  backup(): Promise<SpooledArchive>;
  /** Lets deliveries, challenges and payments out again. */
  resume(): Promise<Resumption>;
  /** What can be seen from its database connection. */
  examine(): Promise<{ checks: Check[] }>;
}

/** The pause that was ended; null where there was none. */
export interface Resumption {
  ended: { reason: string; pausedAt: string } | null;
}

export function makeDeployment(parts: {
  settings: Settings;
  database: Database;
  /** Absolute. */
  dataDirectory: string;
  clock: Clock;
}): Deployment {
  const { settings, database, dataDirectory, clock } = parts;
  const secretsText = () => readSecretsText(settings, { database, dataDirectory });
  return {
    async backup() {
      return spoolArchive({ database, dataDirectory, secretsText: await secretsText(), nowMs: clock.nowMs() });
    },
    resume: () => endPause(database, clock.nowMs()),
    async examine() {
      return { checks: await examineDatabase({ database, secretsText, clock }) };
    },
  };
}

export async function endPause(database: Database, nowMs: number): Promise<Resumption> {
  const ended = await runUnit(database, nowMs, ({ session }) => deletePause(session));
  return { ended: ended === undefined ? null : { ...ended, pausedAt: ended.pausedAt.toISOString() } };
}
