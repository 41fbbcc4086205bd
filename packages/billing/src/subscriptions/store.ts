import {
  type AccountScope,
  type Partition,
  readCurrency,
  readPlanName,
  type SubscriptionStatus,
} from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
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
  currency: string;
  price_minor: number;
  searches_included: number;
  overage_per_search: string | null;
  pending_plan: string | null;
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
  "overage_per_search, pending_plan, anchor_at, period_start, period_end, revision, past_due_since, " +
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
  return rows.map(toSubscription);
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
  return row === undefined ? null : toSubscription(row);
}

export async function writeSubscriptions(db: Queryable, records: readonly SubscriptionRecord[]): Promise<void> {
  const rows = records.map((record) => ({
    id: record.id,
    account_id: record.accountId,
    environment: record.environment,
    status: record.status,
    plan: record.terms.plan,
    plan_version: record.terms.planVersion,
    currency: record.terms.currency,
    price_minor: record.terms.priceMinor,
    searches_included: record.terms.searchesIncluded,
    overage_per_search: record.terms.overagePerSearch,
    pending_plan: record.pendingPlan,
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

function toSubscription(row: SubscriptionRow): SubscriptionRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    status: row.status,
    terms: {
      plan: readPlanName(row.plan),
      planVersion: row.plan_version,
      currency: readCurrency(row.currency),
      priceMinor: row.price_minor,
      searchesIncluded: row.searches_included,
      overagePerSearch: row.overage_per_search,
    },
    pendingPlan: row.pending_plan === null ? null : readPlanName(row.pending_plan),
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
  searches_included: number;
  overage_per_search: string | null;
  charged_minor: number;
}

const phaseColumns = (
  "subscription_id, account_id, environment, started_at, period_start, period_end, ended_at, plan, " +
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
  return rows.map(toPhase);
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
  return rows.map(toPhase);
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
    plan: phase.plan,
    searches_included: phase.searchesIncluded,
    overage_per_search: phase.overagePerSearch,
    charged_minor: phase.chargedMinor,
  }));
  const by = ["subscription_id", "started_at"];
  const change = phaseColumns.filter((column) => !by.includes(column));
  await writeRows(db, { table: "subscription_segments", columns: phaseColumns, upsert: { by, change } }, rows);
}

function toPhase(row: PhaseRow): Phase {
  return {
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    environment: row.environment,
    startedAtMs: row.started_at.getTime(),
    periodStartMs: row.period_start.getTime(),
    periodEndMs: row.period_end.getTime(),
    endedAtMs: msOf(row.ended_at),
    plan: readPlanName(row.plan),
    searchesIncluded: row.searches_included,
    overagePerSearch: row.overage_per_search,
    chargedMinor: row.charged_minor,
  };
}
