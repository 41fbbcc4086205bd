/** Treatments of the tables of the database by an erasure. `test/erasure/treatments.test.ts` compares them with the schema. */

interface Rows {
  /** Condition for the rows of the subject `$1`; by default, `account_id = $1`. */
  rows?: string;
  /** Unique column of the rows; `ctid` by default, which is not unique in a table with partitions. */
  key?: string;
}

interface Deleted extends Rows {
  do: "delete";
  /** Table whose rows are deleted with these, in one statement, and its column with their key. */
  with?: { table: string; column: string };
}

interface Blanked extends Rows {
  do: "blank";
  /** New values, as SQL, by column. `$3` is the time of the erasure. A second run must not change them again. */
  set: Readonly<Record<string, string>>;
  /** Columns without personal data. */
  kept: readonly string[];
}

interface Kept {
  do: "keep";
  because: string;
}

/** Change of the rows of a table that belong to the subject. */
export type Change = Deleted | Blanked;

/** Treatment of the rows of a table that belong to an account. */
export type Treatment = Change | Kept;

const deleted: Deleted = { do: "delete" };
const kept = (because: string): Kept => ({ do: "keep", because });
const counters = kept("counts without personal data");
const accounting = kept("accounting: amounts, numbers and ids");
const ofNoAccount = kept("no data of an account");
const expiring = (because: string): Kept => kept(`${because}, and deleted by retention`);

/** Condition for the rows of the account's users. */
const byUser = "user_id IN (SELECT id FROM users WHERE account_id = $1)";
/** Condition for the rows with an address of the account's users. */
const byEmail = "email IN (SELECT email FROM users WHERE account_id = $1)";

/**
 * Treatments by table, in the order in which an erasure applies them: rows go before the rows that they reference. Tables that invoices
 * and the ledger need stay, without personal data.
 */
export const treatments: Readonly<Record<string, Treatment>> = {
  sessions: deleted,
  acting_sessions: { do: "delete", rows: "customer_id = $1 OR account_id = $1" },
  // Users with a membership elsewhere have left before, see `leaveAccount`: their rows are not of this account any more.
  memberships: deleted,
  sso_identities: deleted,
  sso_domains: deleted,
  sso_connections: deleted,
  passkeys: deleted,
  recovery_codes: { do: "delete", rows: byUser },
  sign_in_links: deleted,
  password_resets: { do: "delete", rows: byUser },
  invitations: deleted,
  // Also of people who never became users: those expire within a week.
  sign_ups: { do: "delete", rows: byEmail },
  users: {
    do: "blank",
    set: {
      name: "''",
      email: "NULL",
      password_hash: "NULL",
      totp_secret: "NULL",
      totp_pending: "NULL",
      totp_step: "NULL",
      operator_since: "NULL",
      last_account_id: "NULL",
      removed_at: "coalesce(removed_at, $3::timestamptz)",
    },
    kept: ["id", "account_id", "role", "created_at", "joined_at", "wrong_codes", "codes_paused_until"],
  },
  api_keys: {
    do: "blank",
    set: {
      name: "'Erased'",
      hint: "''",
      ip_allowlist: "'{}'",
      last_used_address: "NULL",
      metadata: "'{}'::jsonb",
      revoked_at: "coalesce(revoked_at, $3::timestamptz)",
      grace_ends_at: "coalesce(grace_ends_at, $3::timestamptz)",
    },
    kept: [
      "id",
      "account_id",
      "environment",
      "scopes",
      "usage_limits",
      "hash",
      "secret_id",
      "created_at",
      "expires_at",
      "application_id",
      "rolled_to",
      "last_used_at",
    ],
  },
  // Without an account: an attempt that is written later than this statement would stay if it were deleted separately.
  delivery_attempts: kept("deleted with their deliveries"),
  deliveries: { do: "delete", key: "id", with: { table: "delivery_attempts", column: "delivery_id" } },
  webhook_replays: deleted,
  webhook_endpoints: deleted,
  events: { do: "delete", key: "id" },
  event_feeds: deleted,
  watches: deleted,
  oauth_codes: deleted,
  // Mails to the users that are about no account are deleted before, see `eraseMails`.
  mails: deleted,
  booking_orders: kept("reconciliation with the supplier: ids and amounts"),
  booking_changes: kept("flights before and after changes, without travelers"),
  order_reports: kept("reconciliation with the supplier: ids"),
  // The scan of the deployment's credential names the account that ordered last, and continues after the erasure.
  order_scans: { do: "delete", rows: "account_id = $1 AND credential_owner = 'account'" },
  sold_seats: deleted,
  sales: deleted,
  bookings: {
    do: "blank",
    set: {
      travelers: "'[]'::jsonb",
      contact: `'{"email": "", "phone": ""}'::jsonb`,
      sealed_personal_data: "NULL",
      metadata: "'{}'::jsonb",
      client_reference: "NULL",
      supplier_reference: "NULL",
      supplier_failure_code: "NULL",
      travelers_erased_at: "coalesce(travelers_erased_at, $3::timestamptz)",
    },
    kept: [
      "id",
      "account_id",
      "environment",
      "application_id",
      "status",
      "reference",
      "kind",
      "offer_id",
      "search_id",
      "flight",
      "total_minor",
      "currency",
      "miles",
      "program",
      "departs_at",
      "refund_minor",
      "refund_rule",
      "created_at",
      "airline_cancels_at",
      "sandbox_step",
      "sandbox_step_at",
      "cancelled_at",
      "cancelled_by",
      "pending_reason",
      "confirmed_refund",
      "source",
      "simulated",
      "supplier_charge_minor",
      "supplier_charge_currency",
      "failure_code",
    ],
  },
  applications: {
    do: "blank",
    set: { name: "'Erased'", description: "''", metadata: "'{}'::jsonb" },
    kept: ["id", "account_id", "environment", "created_at", "deleted_at"],
  },
  idempotent_requests: deleted,
  requests: { do: "delete", key: "id" },
  search_charges: deleted,
  kept_offers: deleted,
  price_samples: deleted,
  searches: deleted,
  supplier_accounts: deleted,
  supplier_results: deleted,
  audit_events: {
    do: "delete",
    rows: "account_id = $1 AND action NOT IN ('account.erasure_requested', 'account.erased')",
  },
  billing_details: deleted,
  billing_accounts: {
    do: "blank",
    set: { provider_customer: "NULL", provider_method: "NULL" },
    kept: ["account_id", "environment", "created_at", "due_at", "trial_used_at"],
  },
  invoices: {
    do: "blank",
    // The database accepts this change of a final invoice only.
    set: { parties: `parties || '{"buyer": "Erased"}'::jsonb` },
    kept: [
      "id",
      "account_id",
      "environment",
      "subscription_id",
      "kind",
      "status",
      "number",
      "currency",
      "period_start",
      "period_end",
      "finalize_at",
      "created_at",
      "finalized_at",
      "due_at",
      "paid_at",
      "voided_at",
      "subtotal_minor",
      "discount_minor",
      "tax_minor",
      "total_minor",
      "credit_minor",
      "due_minor",
      "paid_with",
    ],
  },
  credit_notes: {
    do: "blank",
    set: { reason: "'Erased'" },
    kept: [
      "id",
      "account_id",
      "environment",
      "invoice_id",
      "number",
      "currency",
      "amount_minor",
      "tax_minor",
      "created_at",
    ],
  },
  payment_attempts: {
    do: "blank",
    set: { failure: "CASE WHEN failure IS NULL THEN NULL ELSE 'Erased' END" },
    kept: [
      "id",
      "account_id",
      "environment",
      "invoice_id",
      "provider",
      "reference",
      "status",
      "created_at",
      "settled_at",
      "next_attempt_at",
      "tries",
    ],
  },
  accounts: {
    do: "blank",
    rows: "id = $1",
    set: {
      name: "'Erased account'",
      ip_allowlist: "'{}'",
      suspension_reason: "CASE WHEN suspended_at IS NULL THEN NULL ELSE 'Erased' END",
    },
    kept: [
      "id",
      "created_at",
      "test_clock_offset_ms",
      "currency",
      "plan",
      "plan_version",
      "period_start",
      "period_end",
      "is_operator",
      "suspended_at",
      "closes_at",
      "erased_at",
    ],
  },

  account_exports: counters,
  account_quotas: counters,
  coupon_redemptions: accounting,
  coupons: ofNoAccount,
  billing_series: ofNoAccount,
  credit_balances: accounting,
  erasures: kept("proof of the erasure: ids and counts"),
  invoice_lines: accounting,
  ledger_entries: accounting,
  ledger_transactions: accounting,
  outbound_pause: ofNoAccount,
  passkey_challenges: expiring("random values that expire within minutes"),
  payment_events: accounting,
  plan_versions: ofNoAccount,
  plans: ofNoAccount,
  key_usage: counters,
  quota_leases: counters,
  rate_limits: expiring("counters by id of a key or an account"),
  schema_migrations: ofNoAccount,
  server_secret_canaries: ofNoAccount,
  sign_in_throttles: expiring("counters by digest, which are full again within an hour"),
  subscription_segments: accounting,
  subscriptions: accounting,
  supplier_calls: counters,
  supplier_circuits: counters,
  test_clock_history: counters,
  usage_hours: kept("basis of the invoices: counts by key id"),
  usage_journals: ofNoAccount,
  usage_thresholds: counters,
};

/** One change of an erasure. */
export interface Step {
  table: string;
  change: Change;
}

/** Changes of the erasure of an account, in order. `$1` is the account. */
export const accountSteps: readonly Step[] = [
  ...Object.entries(treatments).flatMap(([table, change]) => (change.do === "keep" ? [] : [{ table, change }])),
  // The log of the operators names the account in `subject_id`.
  {
    table: "audit_events",
    change: {
      do: "blank",
      rows: "subject_id = $1 AND account_id <> $1 AND action <> 'account.acted_for'",
      set: { details: "'{}'::jsonb" },
      kept: [],
    },
  },
];

const ofUser: Deleted = { do: "delete", rows: "user_id = $1" };
const emailOfUser = "(SELECT email FROM users WHERE id = $1)";
const hasEmailOfUser = `email = ${emailOfUser}`;
const accountOfUser = "account_id = (SELECT account_id FROM users WHERE id = $1)";
const { users } = treatments;

/** Changes of the erasure of a user, in order. `$1` is the user, whose row is the last one: it has the email address. */
export const userSteps: readonly Step[] = [
  { table: "sessions", change: ofUser },
  { table: "acting_sessions", change: ofUser },
  { table: "memberships", change: ofUser },
  { table: "sso_identities", change: ofUser },
  { table: "passkeys", change: ofUser },
  { table: "recovery_codes", change: ofUser },
  { table: "sign_in_links", change: ofUser },
  { table: "password_resets", change: ofUser },
  { table: "sign_ups", change: { do: "delete", rows: hasEmailOfUser } },
  { table: "oauth_codes", change: ofUser },
  { table: "invitations", change: { do: "delete", rows: `${accountOfUser} AND email = ${emailOfUser}` } },
  {
    table: "audit_events",
    change: {
      do: "blank",
      rows: `${accountOfUser} AND (subject_id = $1 OR details ->> 'email' = ${emailOfUser})`,
      set: { details: "'{}'::jsonb", actor_address: "NULL" },
      kept: [],
    },
  },
  {
    table: "audit_events",
    change: { do: "blank", rows: `${accountOfUser} AND actor_id = $1`, set: { actor_address: "NULL" }, kept: [] },
  },
  {
    table: "requests",
    change: { do: "blank", key: "id", rows: `${accountOfUser} AND key_id = $1`, set: { address: "''" }, kept: [] },
  },
  ...(users?.do === "blank" ? [{ table: "users", change: { ...users, rows: "id = $1" } }] : []),
];
