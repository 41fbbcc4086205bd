import {
  createPlanVersion,
  describeChanges,
  findPlan,
  listPlans,
  listPlanVersions,
  type PlanRecord,
  previewPlanVersion,
  toWirePlan,
  updatePlan,
} from "@wayfare/billing";
import {
  type AuditEventType,
  type ChangePlan,
  type CreatePlan,
  DomainError,
  formatInstant,
  freePlan,
  type OperatorPlan,
  type OperatorPlanDetail,
  type PlanName,
  type PlanPreview,
} from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../../audit/store.ts";
import { allAccounts, notifyAccessChange } from "../../tenancy/access-changes.ts";
import { findOperatorAccount } from "../../tenancy/customer-store.ts";
import { countPlanAccounts } from "../../tenancy/plans.ts";

/** Changes of plans by operators. Each is written to the audit log of the operators' account. */

export interface PlanDeps {
  /** Invalidates cached keys in this process. */
  invalidate: (id: string) => void;
}

/** Maximum number of versions that are returned with a plan. */
const maxVersions = 100;

function toOperatorPlan({ current, visibility, createdAtMs, retiredAtMs }: PlanRecord): OperatorPlan {
  return {
    name: current.name,
    visibility,
    createdAt: formatInstant(createdAtMs),
    retiredAt: retiredAtMs === null ? null : formatInstant(retiredAtMs),
    current: toWirePlan(current),
  };
}

/** Lists plans by name, each with its name as `id`, after an id. */
export async function listOperatorPlans(
  db: Queryable,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<(OperatorPlan & { id: string })[]> {
  const records = await listPlans(db, { afterName: afterId, limit });
  return records.map((record) => ({ id: record.current.name, ...toOperatorPlan(record) }));
}

/** Returns a plan with its newest versions. @throws DomainError NOT_FOUND */
export async function getPlanDetail(db: Queryable, name: PlanName): Promise<OperatorPlanDetail> {
  const plan = toOperatorPlan(await getRecord(db, name));
  const versions = await listPlanVersions(db, name, maxVersions);
  return {
    ...plan,
    versions: versions.map((each) => ({ ...toWirePlan(each.plan), createdAt: formatInstant(each.createdAtMs) })),
  };
}

/**
 * Creates a plan or the next version of one. Accounts with the plan and without a subscription get the new limits in every process.
 *
 * @throws DomainError REQUEST_INVALID, STATE_INVALID.
 */
export async function createPlan(
  unit: UnitOfWork,
  deps: PlanDeps,
  input: CreatePlan,
  actor: Actor,
): Promise<OperatorPlan> {
  const { record, plan } = await createPlanVersion(unit.tx, input, unit.wallMs);
  const action = record === undefined ? "plan.created" : "plan.version_created";
  const changes = describeChanges(record?.current, plan);
  await auditPlan(unit, actor, { name: plan.name, action, details: { version: plan.version, changes } });
  await reloadKeys(unit, deps);
  return toOperatorPlan(await getRecord(unit.tx, plan.name));
}

/** Describes what `createPlan` would change. @throws DomainError REQUEST_INVALID */
export async function previewPlan(db: Queryable, input: CreatePlan): Promise<PlanPreview> {
  const { record, plan } = await previewPlanVersion(db, input);
  const counts = await countPlanAccounts(db, plan.name);
  return {
    name: plan.name,
    version: plan.version,
    changes: describeChanges(record?.current, plan),
    subscriptionsKept: counts.subscribed,
    accountsChanged: counts.unsubscribed,
  };
}

/** Shows, hides, retires or sells a plan again. @throws DomainError NOT_FOUND, or STATE_INVALID for the plan `free`. */
export async function changePlan(
  unit: UnitOfWork,
  name: PlanName,
  changes: ChangePlan,
  actor: Actor,
): Promise<OperatorPlan> {
  const record = await getRecord(unit.tx, name, { lock: true });
  const { visibility = record.visibility, retired = record.retiredAtMs !== null } = changes;
  if (name === freePlan && retired) {
    const detail = "The plan free cannot be retired: accounts without a subscription have it.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  const retiredAtMs = retired ? (record.retiredAtMs ?? unit.wallMs) : null;
  if (visibility === record.visibility && retiredAtMs === record.retiredAtMs) return toOperatorPlan(record);
  await updatePlan(unit.tx, name, { visibility, retiredAtMs });
  await auditPlan(unit, actor, { name, action: "plan.changed", details: { visibility, retired } });
  return toOperatorPlan({ ...record, visibility, retiredAtMs });
}

async function getRecord(db: Queryable, name: PlanName, { lock = false } = {}): Promise<PlanRecord> {
  const record = await findPlan(db, name, { lock });
  if (record === undefined) throw new DomainError("NOT_FOUND", { detail: `There is no plan ${JSON.stringify(name)}.` });
  return record;
}

/** A process that misses the notification reloads keys within 30 seconds. */
async function reloadKeys(unit: UnitOfWork, { invalidate }: PlanDeps): Promise<void> {
  await notifyAccessChange(unit.tx, allAccounts);
  unit.afterCommit(() => invalidate(allAccounts));
}

interface PlanEvent {
  name: PlanName;
  action: AuditEventType;
  details: Record<string, unknown>;
}

async function auditPlan(
  { tx, wallMs }: UnitOfWork,
  actor: Actor,
  { name, action, details }: PlanEvent,
): Promise<void> {
  const accountId = await findOperatorAccount(tx);
  // Without an operators' account, as after an upgrade, there is no log of the deployment.
  if (accountId === undefined) return;
  const subject = { kind: "plan", id: name } as const;
  await writeAuditEvent(tx, { accountId, environment: null, action, actor, subject, details, nowMs: wallMs });
}
