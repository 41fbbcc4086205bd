import { type AccountScope, firstOveragePrice, type Partition, type SubscriptionStatus } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { findPlans, type PlanReference, type Plans } from "../plans/store.ts";
import type { Phase, SubscriptionRecord } from "../records/records.ts";
import { dateOf, msOf, writeRows } from "../records/rows.ts";
import { ownedSql, ownedValues, scopesSql, scopeValues } from "../records/scope-values.ts";

interface SubscriptionRow {
  id: string;
  account_id: string;
  environment: Partition;
  status: SubscriptionStatus;
  plan: string;
  plan_version: number;
  pending_plan: string | null;
  pending_plan_version: number | null;
  anchor_at: Date;
  period_start: Date;
  period_end: Date;
  revision: number;
  past_due_since: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

const columns = (
  "id, account_id, environment, status, plan, plan_version, currency, price_minor, searches_included, " +
  "overage_per_search, pending_plan, pending_plan_version, anchor_at, period_start, period_end, revision, past_due_since, " +
  "created_at, ended_at"
).split(", ");
const fixed = new Set(["id", "account_id", "environment", "created_at"]);

/** Returns the accounts' subscriptions that have not ended. */
export async function findSubscriptions(db: Queryable, scopes: readonly AccountScope[]): Promise<SubscriptionRecord[]> {
  const rows = await db.query<SubscriptionRow>(
    `SELECT ${columns.map((column) => `subscription.${column}`).join(", ")} FROM ${scopesSql}
     JOIN subscriptions subscription ON subscription.account_id = scope.account_id
       AND subscription.environment = scope.environment AND subscription.ended_at IS NULL
     ORDER BY subscription.id LIMIT $3`,
    [...scopeValues(scopes), scopes.length],
  );
  return toSubscriptions(db, rows);
}

/** Returns an account's newest subscription, ended or not. */
export async function findLastSubscription(
  db: Queryable,
  { accountId, environment }: AccountScope,
): Promise<SubscriptionRecord | null> {
  const [row] = await db.query<SubscriptionRow>(
    `SELECT ${columns.join(", ")} FROM subscriptions WHERE account_id = $1 AND environment = $2
     ORDER BY ended_at IS NOT NULL, ended_at DESC, id DESC LIMIT 1`,
    [accountId, environment],
  );
  const [last = null] = row === undefined ? [] : await toSubscriptions(db, [row]);
  return last;
}

export async function writeSubscriptions(db: Queryable, records: readonly SubscriptionRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    id: record.id,
    account_id: record.accountId,
    environment: record.environment,
    status: record.status,
    plan: record.terms.name,
    plan_version: record.terms.version,
    currency: record.terms.currency,
    price_minor: record.terms.priceMinor,
    searches_included: record.terms.searchesIncluded,
    overage_per_search: firstOveragePrice(record.terms),
    pending_plan: record.pendingPlan?.name ?? null,
    pending_plan_version: record.pendingPlan?.version ?? null,
    anchor_at: dateOf(record.anchorMs),
    period_start: dateOf(record.startMs),
    period_end: dateOf(record.endMs),
    revision: record.revision,
    past_due_since: dateOf(record.pastDueSinceMs),
    created_at: dateOf(record.createdAtMs),
    ended_at: dateOf(record.endedAtMs),
  }));
  const change = columns.filter((column) => !fixed.has(column));
  await writeRows(db, { table: "subscriptions", columns, upsert: { by: ["id"], change } }, rows);
}

const termsOf = ({ plan, plan_version: version }: SubscriptionRow): PlanReference => ({ plan, version });

/** A pending plan without a version was chosen before versions were stored. */
const pendingOf = ({ pending_plan: plan, pending_plan_version: version }: SubscriptionRow): PlanReference | null =>
  plan === null ? null : { plan, version };

async function toSubscriptions(db: Queryable, rows: readonly SubscriptionRow[]): Promise<SubscriptionRecord[]> {
  const references = rows.flatMap((row) => [termsOf(row), pendingOf(row) ?? []].flat());
  const plans = await findPlans(db, references);
  return rows.map((row) => toSubscription(row, plans));
}

function toSubscription(row: SubscriptionRow, plans: Plans): SubscriptionRecord {
  const pending = pendingOf(row);
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    status: row.status,
    terms: plans.get(termsOf(row)),
    pendingPlan: pending && plans.get(pending),
    anchorMs: row.anchor_at.getTime(),
    startMs: row.period_start.getTime(),
    endMs: row.period_end.getTime(),
    revision: row.revision,
    pastDueSinceMs: msOf(row.past_due_since),
    createdAtMs: row.created_at.getTime(),
    endedAtMs: msOf(row.ended_at),
  };
}

interface PhaseRow {
  subscription_id: string;
  account_id: string;
  environment: Partition;
  started_at: Date;
  period_start: Date;
  period_end: Date;
  ended_at: Date | null;
  plan: string;
  plan_version: number | null;
  charged_minor: number;
}

const phaseColumns = (
  "subscription_id, account_id, environment, started_at, period_start, period_end, ended_at, plan, plan_version, " +
  "searches_included, overage_per_search, charged_minor"
).split(", ");

/** Returns the open phases of subscriptions. */
export async function findOpenPhases(db: Queryable, subscriptions: readonly SubscriptionRecord[]): Promise<Phase[]> {
  const rows = await db.query<PhaseRow>(
    `SELECT ${phaseColumns.map((column) => `segment.${column}`).join(", ")} FROM ${ownedSql} JOIN subscription_segments segment
       ON segment.subscription_id = owned.id AND segment.account_id = owned.account_id AND segment.environment = owned.environment
     WHERE segment.ended_at IS NULL ORDER BY segment.subscription_id, segment.started_at LIMIT $4`,
    [...ownedValues(subscriptions), subscriptions.length],
  );
  return toPhases(db, rows);
}

/** A subscription period. */
export interface SubscriptionPeriod extends AccountScope {
  subscriptionId: string;
  startMs: number;
}

/** Returns the phases of periods in order. */
export async function findPhases(db: Queryable, periods: readonly SubscriptionPeriod[]): Promise<Phase[]> {
  const rows = await db.query<PhaseRow>(
    `SELECT ${phaseColumns.map((column) => `segment.${column}`).join(", ")}
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS period (account_id, environment, subscription_id, period_start)
     JOIN subscription_segments segment
       ON segment.subscription_id = period.subscription_id AND segment.period_start = period.period_start
       AND segment.account_id = period.account_id AND segment.environment = period.environment
     ORDER BY segment.subscription_id, segment.started_at LIMIT 100000`,
    [
      ...scopeValues(periods),
      periods.map(({ subscriptionId }) => subscriptionId),
      periods.map(({ startMs }) => new Date(startMs)),
    ],
  );
  return toPhases(db, rows);
}

export async function writePhases(db: Queryable, phases: readonly Phase[]): Promise<void> {
  const rows = phases.map((phase) => ({
    subscription_id: phase.subscriptionId,
    account_id: phase.accountId,
    environment: phase.environment,
    started_at: dateOf(phase.startedAtMs),
    period_start: dateOf(phase.periodStartMs),
    period_end: dateOf(phase.periodEndMs),
    ended_at: dateOf(phase.endedAtMs),
    plan: phase.terms.name,
    plan_version: phase.terms.version,
    searches_included: phase.terms.searchesIncluded,
    overage_per_search: firstOveragePrice(phase.terms),
    charged_minor: phase.chargedMinor,
  }));
  const by = ["subscription_id", "started_at"];
  const change = phaseColumns.filter((column) => !by.includes(column));
  await writeRows(db, { table: "subscription_segments", columns: phaseColumns, upsert: { by, change } }, rows);
}

/** A phase without a version was started before versions were stored, under the first one. */
const phaseTermsOf = ({ plan, plan_version: version }: PhaseRow): PlanReference => ({ plan, version: version ?? 1 });

async function toPhases(db: Queryable, rows: readonly PhaseRow[]): Promise<Phase[]> {
  const plans = await findPlans(db, rows.map(phaseTermsOf));
  return rows.map((row) => toPhase(row, plans));
}

function toPhase(row: PhaseRow, plans: Plans): Phase {
  return {
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    environment: row.environment,
    startedAtMs: row.started_at.getTime(),
    periodStartMs: row.period_start.getTime(),
    periodEndMs: row.period_end.getTime(),
    endedAtMs: msOf(row.ended_at),
    terms: plans.get(phaseTermsOf(row)),
    chargedMinor: row.charged_minor,
  };
}
