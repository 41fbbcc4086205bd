import type { Clock } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import type { Settings } from "@wayfare/settings";
import { billingOptionsOf } from "../../billing/settings.ts";
import { parseServerSecrets } from "../../secrets/server-secret.ts";
import { deletePause } from "../../storage/pause-store.ts";
import { readSecretsText } from "../backup/source.ts";
import { type SpooledArchive, spoolArchive } from "../backup/spool.ts";
import type { Check } from "../doctor/check.ts";
import { checkDatabase } from "../doctor/database-checks.ts";
import { startOperatorExport } from "./start-export.ts";

/** Operations on the whole deployment, run by a running service. */
export interface Deployment {
  /** Creates an archive of the data. */
  backup(): Promise<SpooledArchive>;
  /** Resumes deliveries, challenges and payments. */
  resume(): Promise<ResumeResult>;
  /** Starts an export of an account. */
  exportAccount(accountId: string): Promise<AsyncIterable<string>>;
  /** Runs the database checks. */
  runChecks(): Promise<{ checks: Check[] }>;
}

/** The ended pause; null if there was none. */
export interface ResumeResult {
  ended: { reason: string; pausedAt: string } | null;
}

export function makeDeployment(deps: {
  settings: Settings;
  database: Database;
  /** Absolute path. */
  dataDirectory: string;
  clock: Clock;
}): Deployment {
  const { settings, database, dataDirectory, clock } = deps;
  const secretsText = () => readSecretsText(settings, { database, dataDirectory });
  return {
    async backup() {
      return spoolArchive({ database, dataDirectory, secretsText: await secretsText(), nowMs: clock.nowMs() });
    },
    async exportAccount(accountId) {
      const billing = await billingOptionsOf(settings, clock);
      return startOperatorExport({ database, clock, secretsText: await secretsText(), billing }, accountId);
    },
    resume: () => endPause(database, clock.nowMs()),
    async runChecks() {
      const readSecrets = () => secretsText().then(parseServerSecrets);
      return { checks: await checkDatabase({ database, readSecrets, clock }) };
    },
  };
}

export async function endPause(database: Database, nowMs: number): Promise<ResumeResult> {
  const ended = await runUnitOfWork(database, nowMs, ({ tx }) => deletePause(tx));
  return { ended: ended === undefined ? null : { ...ended, pausedAt: ended.pausedAt.toISOString() } };
}
