import { type AccountScope, type CouponType, type Partition, readCurrency } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { Redemption } from "../records/records.ts";
import { dateOf, msOf, writeRows } from "../records/rows.ts";
import { scopesSql, scopeValues } from "../records/scope-values.ts";

/** Columns that a redemption copies from its coupon. */
interface TermsRow {
  environment: Partition;
  code: string;
  kind: CouponType;
  percent_basis: number | null;
  amount_minor: number | null;
  currency: string;
  plans: string[];
}

function termsOf(row: TermsRow) {
  return {
    environment: row.environment,
    code: row.code,
    kind: row.kind,
    percentBasis: row.percent_basis,
    amountMinor: row.amount_minor,
    currency: readCurrency(row.currency),
    plans: row.plans,
  };
}

interface RedemptionRow extends TermsRow {
  id: string;
  coupon_id: string;
  account_id: string;
  periods_left: number | null;
  covers_until: Date | null;
  redeemed_at: Date;
}

const columns = (
  "id, coupon_id, account_id, environment, code, kind, percent_basis, amount_minor, currency, plans, " +
  "periods_left, covers_until, redeemed_at"
).split(", ");

/** Returns the accounts' discount redemptions, which may apply to a price or already cover the current period; oldest first. */
export async function findRedemptions(db: Queryable, scopes: readonly AccountScope[]): Promise<Redemption[]> {
  const rows = await db.query<RedemptionRow>(
    `SELECT ${columns.map((column) => `redemption.${column}`).join(", ")} FROM ${scopesSql}
     JOIN coupon_redemptions redemption ON redemption.account_id = scope.account_id AND redemption.environment = scope.environment
     WHERE redemption.kind <> 'credit' ORDER BY redemption.id LIMIT 100000`,
    scopeValues(scopes),
  );
  return rows.map(toRedemption);
}

export async function writeRedemptions(db: Queryable, redemptions: readonly Redemption[]): Promise<void> {
  const rows = redemptions.map((redemption) => ({
    id: redemption.id,
    coupon_id: redemption.couponId,
    account_id: redemption.accountId,
    environment: redemption.environment,
    code: redemption.code,
    kind: redemption.kind,
    percent_basis: redemption.percentBasis,
    amount_minor: redemption.amountMinor,
    currency: redemption.currency,
    plans: redemption.plans,
    periods_left: redemption.periodsLeft,
    covers_until: dateOf(redemption.coversUntilMs),
    redeemed_at: dateOf(redemption.redeemedAtMs),
  }));
  const known = { by: ["id"], change: ["periods_left", "covers_until"] };
  await writeRows(db, { table: "coupon_redemptions", columns, upsert: known }, rows);
}

function toRedemption(row: RedemptionRow): Redemption {
  return {
    id: row.id,
    couponId: row.coupon_id,
    accountId: row.account_id,
    ...termsOf(row),
    periodsLeft: row.periods_left,
    coversUntilMs: msOf(row.covers_until),
    redeemedAtMs: row.redeemed_at.getTime(),
  };
}

/** A coupon created by the operator. */
export interface Coupon {
  id: string;
  environment: Partition;
  /** Uppercase. */
  code: string;
  kind: CouponType;
  /** Hundredths of a percent. */
  percentBasis: number | null;
  amountMinor: number | null;
  currency: Redemption["currency"];
  /** Number of periods to discount; null for all. */
  periods: number | null;
  startsAtMs: number | null;
  endsAtMs: number | null;
  /** Empty for all plans. */
  plans: Redemption["plans"];
  maxRedemptions: number | null;
}

interface CouponRow extends TermsRow {
  id: string;
  periods: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  most_redemptions: number | null;
}

/**
 * Consumes one redemption of a redeemable coupon. Atomic: concurrent callers cannot exceed the maximum, and a rollback returns the
 * redemption.
 */
export async function consumeCoupon(
  db: Queryable,
  { code, environment, nowMs }: { code: string; environment: Partition; nowMs: number },
): Promise<Coupon | undefined> {
  const [row] = await db.query<CouponRow>(
    `UPDATE coupons SET redemptions = redemptions + 1
     WHERE environment = $1 AND code = $2 AND disabled_at IS NULL
       AND (starts_at IS NULL OR starts_at <= $3) AND (ends_at IS NULL OR ends_at > $3)
       AND (most_redemptions IS NULL OR redemptions < most_redemptions)
     RETURNING id, environment, code, kind, percent_basis, amount_minor, currency, periods, starts_at, ends_at, plans, most_redemptions`,
    [environment, code, new Date(nowMs)],
  );
  return row && toCoupon(row);
}

/** Returns true if an account has redeemed a coupon before. */
export async function hasRedeemed(
  db: Queryable,
  { accountId, environment }: AccountScope,
  couponId: string,
): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM coupon_redemptions WHERE coupon_id = $1 AND account_id = $2 AND environment = $3 ORDER BY id LIMIT 1",
    [couponId, accountId, environment],
  );
  return rows.length > 0;
}

/** Inserts a coupon. A duplicate code in its environment violates `coupons_code_unique`. */
export async function insertCoupon(db: Queryable, coupon: Coupon, nowMs: number): Promise<void> {
  await db.execute(
    `INSERT INTO coupons (id, environment, code, kind, percent_basis, amount_minor, currency, periods, starts_at, ends_at, plans,
                          most_redemptions, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      coupon.id,
      coupon.environment,
      coupon.code,
      coupon.kind,
      coupon.percentBasis,
      coupon.amountMinor,
      coupon.currency,
      coupon.periods,
      dateOf(coupon.startsAtMs),
      dateOf(coupon.endsAtMs),
      coupon.plans,
      coupon.maxRedemptions,
      new Date(nowMs),
    ],
  );
}

function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    ...termsOf(row),
    periods: row.periods,
    startsAtMs: msOf(row.starts_at),
    endsAtMs: msOf(row.ends_at),
    maxRedemptions: row.most_redemptions,
  };
}

/** Disables a coupon and returns its id; undefined if no active coupon has the code. */
export async function disableCoupon(
  db: Queryable,
  { code, environment, nowMs }: { code: string; environment: Partition; nowMs: number },
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    "UPDATE coupons SET disabled_at = $3 WHERE environment = $1 AND code = $2 AND disabled_at IS NULL RETURNING id",
    [environment, code, new Date(nowMs)],
  );
  return row?.id;
}
