import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@wayfare/contract";
import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { operatorActor, writeAuditEvent } from "../audit/store.ts";
import { listUserEmails } from "../identity/users/emails.ts";
import { leaveAccount } from "../identity/users/memberships.ts";
import { makeRecipientHash } from "../mail/mailer.ts";
import { deleteMailsTo } from "../mail/store.ts";
import { auditCustomerChange } from "../operator/accounts/customer-audit.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { eraseBatch } from "./erase-batch.ts";
import { finishPass, type LeasedErasure, leaseDueErasure, recordErasedRows, type Subject } from "./store.ts";
import { accountSteps, type Step, userSteps } from "./treatments.ts";

/** A store of personal data outside of the database, such as the request log in ClickHouse. */
export interface ExternalStore {
  /** Erases the personal data of a subject. Repeatable. Must not return before the data is gone. */
  erase(subject: Subject): Promise<void>;
}

interface ErasureDeps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Finds mails by their recipient. */
  secrets: ServerSecrets;
  /** Erased after the database, from which they are filled. */
  externalStores?: readonly ExternalStore[];
  /** Maximum number of rows of a transaction. */
  batchRows?: number;
}

/** On the embedded database a batch blocks the process. */
const defaultBatchRows = 500;
/** Longer than a batch takes. If the process dies, another one continues after it. */
const leaseMs = 60_000;
/**
 * Time after the request until no process writes rows of the subject: cached keys and sessions are refused after 30 seconds, and the usage
 * journal keeps lines for 20 minutes.
 */
export const settleMs = 30 * 60_000;
/** Passes that find rows of journals and backups of dead processes, whose lines are written within 30 days. */
const sweepEveryMs = 86_400_000;
const sweepForMs = 35 * 86_400_000;

/** Another process has the lease of the erasure. */
class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/**
 * Runs due erasures in batches of one transaction each. Every step repeats until no row is left, so an erasure that was interrupted starts
 * again at its first step. If an external store fails, the erasure is due again when the lease ends.
 *
 * @returns the number of completed passes.
 */
export async function runErasures(deps: ErasureDeps, signal: AbortSignal): Promise<number> {
  const { database, clock, log } = deps;
  for (let passes = 0; ; passes++) {
    const lease = { leaseId: randomUUID(), leaseMs };
    const erasure = await runUnitOfWork(database, clock.nowMs(), ({ tx, nowMs }) =>
      leaseDueErasure(tx, { ...lease, nowMs }),
    );
    if (erasure === undefined) return passes;
    const startedAtMs = clock.nowMs();
    try {
      if (erasure.subject.type === "account") await leaveWithOthers(deps, erasure, signal);
      await eraseMails(deps, erasure, signal);
      for (const step of erasure.subject.type === "account" ? accountSteps : userSteps) {
        await runStep(deps, erasure, step, signal);
        if (signal.aborted) return passes;
      }
      for (const store of deps.externalStores ?? []) await store.erase(erasure.subject);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      continue;
    }
    await endPass(deps, erasure, startedAtMs);
    log.info({ erasureId: erasure.id, subjectType: erasure.subject.type }, "erasure pass completed");
  }
}

/** Makes another account the first one of users who are members of several, so that they keep their sign-in. */
async function leaveWithOthers(deps: ErasureDeps, erasure: LeasedErasure, signal: AbortSignal): Promise<void> {
  const { database, clock, batchRows = defaultBatchRows } = deps;
  for (let left = 1; left > 0 && !signal.aborted; ) {
    left = await runUnitOfWork(database, clock.nowMs(), ({ tx }) =>
      leaveAccount(tx, { accountId: erasure.subject.id, limit: batchRows }),
    );
  }
}

/**
 * Deletes the mails to the users of the subject, also those that are about no account or about another one. The outbox has no addresses, so
 * they are found by the hash of the address, before the users' rows are blanked.
 */
async function eraseMails(deps: ErasureDeps, erasure: LeasedErasure, signal: AbortSignal): Promise<void> {
  const { database, clock, secrets, batchRows: limit = defaultBatchRows } = deps;
  const hashOf = makeRecipientHash(secrets);
  for (let afterId: string | null = ""; afterId !== null && !signal.aborted; ) {
    const range = { subjectId: erasure.subject.id, afterId, limit };
    afterId = await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
      const users = await listUserEmails(tx, range);
      let mails = 0;
      for (const { email } of users) mails += await deleteMailsTo(tx, hashOf(email));
      await keepLease(tx, erasure, { rows: { mails }, nowMs });
      return users.length < limit ? null : (users.at(-1)?.id ?? null);
    });
  }
}

async function keepLease(
  tx: Queryable,
  erasure: LeasedErasure,
  { rows, nowMs }: { rows: Readonly<Record<string, number>>; nowMs: number },
): Promise<void> {
  if (!(await recordErasedRows(tx, erasure, { rows, leaseEndsAtMs: nowMs + leaseMs }))) throw new LeaseLostError();
}

async function runStep(
  { database, clock, batchRows: limit = defaultBatchRows }: ErasureDeps,
  erasure: LeasedErasure,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  const subjectId = erasure.subject.id;
  for (let left = 1; left > 0 && !signal.aborted; ) {
    left = await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
      const rows = await eraseBatch(tx, step, { subjectId, nowMs, limit });
      await keepLease(tx, erasure, { rows, nowMs });
      return Object.values(rows).reduce((sum, each) => sum + each, 0);
    });
    // PGlite resolves without a turn of the event loop, so batches in a row would block the process.
    await nextTurn();
  }
}

async function endPass({ database, clock }: ErasureDeps, erasure: LeasedErasure, startedAtMs: number): Promise<void> {
  const { requestedAtMs, isCompleted } = erasure;
  const settledAtMs = requestedAtMs + settleMs;
  await runUnitOfWork(database, clock.nowMs(), async (unit) => {
    if (startedAtMs < settledAtMs) return finishPass(unit.tx, erasure, { completedAtMs: null, dueAtMs: settledAtMs });
    const nextMs = unit.nowMs + sweepEveryMs;
    const dueAtMs = nextMs < requestedAtMs + sweepForMs ? nextMs : null;
    if (!isCompleted) await auditCompletion(unit, erasure);
    return finishPass(unit.tx, erasure, { completedAtMs: unit.nowMs, dueAtMs });
  });
}

async function auditCompletion(
  unit: Parameters<typeof auditCustomerChange>[0],
  { subject: { type, id, accountId } }: LeasedErasure,
): Promise<void> {
  if (type === "account") {
    await auditCustomerChange(unit, operatorActor, { accountId, action: "account.erased" });
    return;
  }
  await writeAuditEvent(unit.tx, {
    accountId,
    environment: null,
    action: "user.erased",
    actor: operatorActor,
    subject: { kind: "user", id },
    nowMs: unit.wallMs,
  });
}
