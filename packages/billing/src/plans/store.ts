import { type OverageTier, type Plan, type PlanName, type QuotaBehavior, readCurrency } from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";

/** Row of `plan_versions`, as a row or as JSON. */
interface PlanRow {
  plan: string;
  version: number;
  title: string;
  currency: string;
  price_minor: number;
  trial_days: number;
  searches_included: number;
  quota_behavior: QuotaBehavior;
  overage_tiers: OverageTier[];
  key_limits: Plan["keyLimits"];
  features: string[];
}

const columns =
  "terms.plan, terms.version, terms.title, terms.currency, terms.price_minor, terms.trial_days, terms.searches_included, " +
  "terms.quota_behavior, terms.overage_tiers, terms.key_limits, terms.features";

function readPlan(row: PlanRow): Plan {
  return {
    name: row.plan,
    version: row.version,
    title: row.title,
    currency: readCurrency(row.currency),
    priceMinor: row.price_minor,
    trialDays: row.trial_days,
    searchesIncluded: row.searches_included,
    quotaBehavior: row.quota_behavior,
    overageTiers: row.overage_tiers,
    keyLimits: row.key_limits,
    features: row.features,
  };
}

/** Row of an account whose `plan_terms` was selected with `accountPlanSql`. */
export interface AccountPlanRow {
  plan: string;
  plan_terms: PlanRow | null;
}

/**
 * SQL expression for the terms of an account's plan as JSON, named `plan_terms`: with a subscription its version, otherwise the current
 * version. Null if the plan does not exist.
 *
 * @param account name of the row of `accounts` in the statement.
 */
export function accountPlanSql(account: string): string {
  return `(SELECT to_jsonb(terms) FROM plans plan JOIN plan_versions terms ON terms.plan = plan.name
     AND terms.version = CASE WHEN ${account}.period_start IS NULL THEN plan.current_version ELSE coalesce(${account}.plan_version, 1) END
     WHERE plan.name = ${account}.plan) AS plan_terms`;
}

/** Reads the plan of a row of an account. @throws Error if the plan does not exist. */
export function readAccountPlan({ plan, plan_terms: terms }: AccountPlanRow): Plan {
  if (terms === null) throw new Error(`unknown plan ${plan}`);
  return readPlan(terms);
}

/** A plan, in a version or in its current one (null). */
export interface PlanReference {
  plan: PlanName;
  version: number | null;
}

/** Versions of plans that were read together. */
export interface Plans {
  /** @throws Error if the plan or version was not read, or does not exist. */
  get(reference: PlanReference): Plan;
}

const keyOf = ({ plan, version }: PlanReference): string => `${plan} ${version ?? "current"}`;

/** Reads the referenced versions of plans. */
export async function findPlans(db: Queryable, references: readonly PlanReference[]): Promise<Plans> {
  const distinct = [...new Map(references.map((each) => [keyOf(each), each])).values()];
  const rows =
    distinct.length === 0
      ? []
      : await db.query<PlanRow & { wanted: number | null }>(
          `SELECT ${columns}, wanted.version AS wanted FROM unnest($1::text[], $2::integer[]) AS wanted (plan, version)
           JOIN plans plan ON plan.name = wanted.plan
           JOIN plan_versions terms ON terms.plan = plan.name AND terms.version = coalesce(wanted.version, plan.current_version)
           ORDER BY terms.plan, terms.version LIMIT $3`,
          [distinct.map(({ plan }) => plan), distinct.map(({ version }) => version), distinct.length],
        );
  const found = new Map(rows.map((row) => [keyOf({ plan: row.plan, version: row.wanted }), readPlan(row)]));
  return {
    get(reference) {
      const plan = found.get(keyOf(reference));
      if (plan === undefined) throw new Error(`unknown plan ${keyOf(reference)}`);
      return plan;
    },
  };
}

/** A plan with its current version. */
export interface PlanRecord {
  visibility: "public" | "hidden";
  createdAtMs: number;
  /** Null if the plan is sold. */
  retiredAtMs: number | null;
  current: Plan;
}

interface PlanRecordRow extends PlanRow {
  visibility: "public" | "hidden";
  plan_created_at: Date;
  retired_at: Date | null;
}

const recordSql = `SELECT ${columns}, plan.visibility, plan.created_at AS plan_created_at, plan.retired_at
  FROM plans plan JOIN plan_versions terms ON terms.plan = plan.name AND terms.version = plan.current_version`;

function toRecord(row: PlanRecordRow): PlanRecord {
  return {
    visibility: row.visibility,
    createdAtMs: row.plan_created_at.getTime(),
    retiredAtMs: row.retired_at?.getTime() ?? null,
    current: readPlan(row),
  };
}

/** Finds a plan by name. With `lock`, locks it until the transaction ends. */
export async function findPlan(db: Queryable, name: PlanName, { lock = false } = {}): Promise<PlanRecord | undefined> {
  // A separate statement: the one that waits for the lock would not see the version that another transaction has inserted.
  if (lock) await db.query("SELECT name FROM plans WHERE name = $1 FOR NO KEY UPDATE", [name]);
  const [row] = await db.query<PlanRecordRow>(`${recordSql} WHERE plan.name = $1`, [name]);
  return row && toRecord(row);
}

/** Lists plans by name, after a name. */
export async function listPlans(
  db: Queryable,
  { afterName, limit }: { afterName: string | null; limit: number },
): Promise<PlanRecord[]> {
  const rows = await db.query<PlanRecordRow>(
    `${recordSql} WHERE $1::text IS NULL OR plan.name COLLATE "C" > $1 ORDER BY plan.name COLLATE "C" LIMIT $2`,
    [afterName, limit],
  );
  return rows.map(toRecord);
}

/** Maximum number of public plans that are listed for customers. */
const maxPublicPlans = 100;

/** Lists the plans that customers can subscribe to, lowest price first. */
export async function listPublicPlans(db: Queryable): Promise<Plan[]> {
  const rows = await db.query<PlanRecordRow>(
    `${recordSql} WHERE plan.visibility = 'public' AND plan.retired_at IS NULL
     ORDER BY terms.price_minor, plan.name COLLATE "C" LIMIT $1`,
    [maxPublicPlans],
  );
  return rows.map(readPlan);
}

/** Lists the versions of a plan, newest first. */
export async function listPlanVersions(
  db: Queryable,
  name: PlanName,
  limit: number,
): Promise<{ plan: Plan; createdAtMs: number }[]> {
  const rows = await db.query<PlanRow & { created_at: Date }>(
    `SELECT ${columns}, terms.created_at FROM plan_versions terms WHERE terms.plan = $1 ORDER BY terms.version DESC LIMIT $2`,
    [name, limit],
  );
  return rows.map((row) => ({ plan: readPlan(row), createdAtMs: row.created_at.getTime() }));
}

/** Inserts a plan without versions. @returns false if a plan with this name exists. */
export async function insertPlan(
  db: Queryable,
  { name, visibility }: { name: PlanName; visibility: PlanRecord["visibility"] },
  nowMs: number,
): Promise<boolean> {
  const inserted = await db.execute(
    `INSERT INTO plans (name, visibility, current_version, created_at) VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING`,
    [name, visibility, new Date(nowMs)],
  );
  return inserted > 0;
}

/** Inserts a version of a locked plan and makes it the current one. */
export async function insertPlanVersion(db: Queryable, plan: Plan, nowMs: number): Promise<void> {
  await db.execute(
    `INSERT INTO plan_versions (plan, version, title, currency, price_minor, trial_days, searches_included, quota_behavior, overage_tiers,
       key_limits, features, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      plan.name,
      plan.version,
      plan.title,
      plan.currency,
      plan.priceMinor,
      plan.trialDays,
      plan.searchesIncluded,
      plan.quotaBehavior,
      json(plan.overageTiers),
      json(plan.keyLimits),
      json(plan.features),
      new Date(nowMs),
    ],
  );
  await db.execute("UPDATE plans SET current_version = $2 WHERE name = $1", [plan.name, plan.version]);
}

/** Writes the visibility and retirement of a plan. */
export async function updatePlan(
  db: Queryable,
  name: PlanName,
  { visibility, retiredAtMs }: Pick<PlanRecord, "visibility" | "retiredAtMs">,
): Promise<void> {
  await db.execute("UPDATE plans SET visibility = $2, retired_at = $3 WHERE name = $1", [
    name,
    visibility,
    retiredAtMs === null ? null : new Date(retiredAtMs),
  ]);
}
