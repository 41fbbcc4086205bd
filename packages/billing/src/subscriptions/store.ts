import { type Owner, type Partition, readCurrency, readPlanName, type SubscriptionStatus } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { ownedSql, ownedValues, ownersSql, ownerValues } from "../records/owner-values.ts";
import type { Segment, SubscriptionRecord } from "../records/records.ts";
import { dateOf, msOf, writeRows } from "../records/rows.ts";

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

/** The subscriptions of owners that have not ended. */
export async function findSubscriptions(session: Session, owners: readonly Owner[]): Promise<SubscriptionRecord[]> {
  const rows = await session.query<SubscriptionRow>(
    `SELECT ${columns.map((column) => `subscription.${column}`).join(", ")} FROM ${ownersSql}
     JOIN subscriptions subscription ON subscription.account_id = owner.account_id
       AND subscription.environment = owner.environment AND subscription.ended_at IS NULL
     ORDER BY subscription.id LIMIT $3`,
    [...ownerValues(owners), owners.length],
  );
  return rows.map(toSubscription);
}

/** The newest subscription of an owner, ended or not. */
export async function findLastSubscription(
  session: Session,
  { accountId, environment }: Owner,
): Promise<SubscriptionRecord | null> {
  const [row] = await session.query<SubscriptionRow>(
    `SELECT ${columns.join(", ")} FROM subscriptions WHERE account_id = $1 AND environment = $2
     ORDER BY ended_at IS NOT NULL, ended_at DESC, id DESC LIMIT 1`,
    [accountId, environment],
  );
  return row === undefined ? null : toSubscription(row);
}

export async function writeSubscriptions(session: Session, records: readonly SubscriptionRecord[]): Promise<void> {
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
  await writeRows(session, { table: "subscriptions", columns, known: { by: ["id"], change } }, rows);
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

interface SegmentRow {
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

const segmentColumns = (
  "subscription_id, account_id, environment, started_at, period_start, period_end, ended_at, plan, " +
  "searches_included, overage_per_search, charged_minor"
).split(", ");

/** The segments that last, of subscriptions. */
export async function findOpenSegments(
  session: Session,
  subscriptions: readonly SubscriptionRecord[],
): Promise<Segment[]> {
  const rows = await session.query<SegmentRow>(
    `SELECT ${segmentColumns.map((column) => `segment.${column}`).join(", ")} FROM ${ownedSql} JOIN subscription_segments segment
       ON segment.subscription_id = owned.id AND segment.account_id = owned.account_id AND segment.environment = owned.environment
     WHERE segment.ended_at IS NULL ORDER BY segment.subscription_id, segment.started_at LIMIT $4`,
    [...ownedValues(subscriptions), subscriptions.length],
  );
  return rows.map(toSegment);
}

/** A period of a subscription. */
export interface SubscriptionPeriod extends Owner {
  subscriptionId: string;
  startMs: number;
}

/** The segments of periods, in their order. */
export async function findSegments(session: Session, periods: readonly SubscriptionPeriod[]): Promise<Segment[]> {
  const rows = await session.query<SegmentRow>(
    `SELECT ${segmentColumns.map((column) => `segment.${column}`).join(", ")}
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS period (account_id, environment, subscription_id, period_start)
     JOIN subscription_segments segment
       ON segment.subscription_id = period.subscription_id AND segment.period_start = period.period_start
       AND segment.account_id = period.account_id AND segment.environment = period.environment
     ORDER BY segment.subscription_id, segment.started_at LIMIT 100000`,
    [
      ...ownerValues(periods),
      periods.map(({ subscriptionId }) => subscriptionId),
      periods.map(({ startMs }) => new Date(startMs)),
    ],
  );
  return rows.map(toSegment);
}

export async function writeSegments(session: Session, segments: readonly Segment[]): Promise<void> {
  const rows = segments.map((segment) => ({
    subscription_id: segment.subscriptionId,
    account_id: segment.accountId,
    environment: segment.environment,
    started_at: dateOf(segment.startedAtMs),
    period_start: dateOf(segment.periodStartMs),
    period_end: dateOf(segment.periodEndMs),
    ended_at: dateOf(segment.endedAtMs),
    plan: segment.plan,
    searches_included: segment.searchesIncluded,
    overage_per_search: segment.overagePerSearch,
    charged_minor: segment.chargedMinor,
  }));
  const by = ["subscription_id", "started_at"];
  const change = segmentColumns.filter((column) => !by.includes(column));
  await writeRows(session, { table: "subscription_segments", columns: segmentColumns, known: { by, change } }, rows);
}

function toSegment(row: SegmentRow): Segment {
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
