import type { BillingOptions } from "@wayfare/billing";
import { type Clock, DomainError, formatInstant, newId, type Partition } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { findCustomer } from "../tenancy/customer-store.ts";
import { apiSources, type Line } from "./api-rows.ts";
import { rawSources, readRawRows } from "./raw-rows.ts";
import { endExport, extendExport, type RunningExport, startExport } from "./store.ts";

export interface ExportDeps {
  database: Database;
  clock: Clock;
  /** Opens travelers' data. */
  box: SecretBox;
  billing: Pick<BillingOptions, "logo">;
  /** Rows of one statement; 200 by default. */
  pageRows?: number;
}

const defaultPageRows = 200;
/** After the death of a process, the next export can start when the lease has ended. */
const leaseMs = 120_000;
const extendEveryMs = 20_000;
const partitions: readonly Partition[] = ["test", "live"];

/**
 * Starts an export of an account. `audit` runs in the same transaction.
 *
 * @returns the lines, which are read while they are consumed; ending the iteration ends the export.
 * @throws DomainError CONFLICT if another export of the account is running.
 */
export async function exportAccount(
  deps: ExportDeps,
  accountId: string,
  audit: (unit: UnitOfWork) => Promise<void>,
): Promise<AsyncGenerator<string>> {
  const { database, clock } = deps;
  const nowMs = clock.nowMs();
  const running: RunningExport = { accountId, exportId: newId("xpt", nowMs) };
  await runUnitOfWork(database, nowMs, async (unit) => {
    if (!(await startExport(unit.tx, running, { nowMs, leaseMs }))) {
      const detail =
        "An export of this account is running. Start another one when it has ended, at most two minutes later.";
      throw new DomainError("CONFLICT", { detail });
    }
    await audit(unit);
  });
  return writeLines(deps, running, nowMs);
}

async function* writeLines(deps: ExportDeps, running: RunningExport, startedAtMs: number): AsyncGenerator<string> {
  const { database, clock } = deps;
  let lines = 0;
  let extendedAtMs = startedAtMs;
  try {
    for await (const line of readLines(deps, running, startedAtMs)) {
      const nowMs = clock.nowMs();
      if (nowMs >= extendedAtMs + extendEveryMs) {
        if (!(await extendExport(database, running, nowMs + leaseMs))) throw new Error("lease of the export was lost");
        extendedAtMs = nowMs;
      }
      lines++;
      yield `${JSON.stringify(line)}\n`;
    }
    yield `${JSON.stringify({ type: "end", data: { lines } })}\n`;
  } finally {
    await endExport(database, running);
  }
}

async function* readLines(
  { database, box, billing, pageRows = defaultPageRows }: ExportDeps,
  { accountId, exportId }: RunningExport,
  nowMs: number,
): AsyncGenerator<Line> {
  const db = database.reads;
  yield { type: "export", data: { id: exportId, accountId, startedAt: formatInstant(nowMs) } };
  yield { type: "account", data: await findCustomer(db, accountId, nowMs) };
  for (const source of rawSources) {
    for await (const data of readRawRows(db, source, accountId, pageRows)) yield { type: source.type, data };
  }
  for (const environment of partitions) {
    const owner = { accountId, environment, applicationId: null };
    for (const source of apiSources) {
      for await (const line of source.read({ db, nowMs, box, billing, pageRows }, owner)) {
        if (isDuplicate(line, environment)) continue;
        yield line;
      }
    }
  }
}

/** True for audit events of the whole account when they are read for the second partition. */
function isDuplicate({ type, data }: Line, environment: Partition): boolean {
  if (type !== "audit_event" || environment === "test") return false;
  return typeof data === "object" && data !== null && "environment" in data && data.environment === null;
}
