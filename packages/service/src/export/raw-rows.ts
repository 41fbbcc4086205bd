import type { Queryable } from "@wayfare/database";

/** Rows of a table that the API does not return, exported with their columns in camel case. */
export interface RawSource {
  type: string;
  table: string;
  /** Condition for the rows of the account `$1`; by default, `account_id = $1`. */
  rows?: string;
  /** Unique expressions by which the rows are read in order, with their types. */
  key: Readonly<Record<string, string>>;
  columns: readonly string[];
  /** Secrets, internal columns, and columns that another line has. */
  omitted: readonly string[];
}

const byId = { id: "text" } as const;
const byPartition = { environment: "text" } as const;

/** Raw sources. `test/export/sources.test.ts` compares the columns with the schema. */
export const rawSources: readonly RawSource[] = [
  {
    type: "user",
    table: "users",
    key: byId,
    columns: ["id", "role", "name", "email", "created_at", "removed_at"],
    omitted: [
      "account_id",
      "password_hash",
      "totp_secret",
      "totp_pending",
      "totp_step",
      "wrong_codes",
      "codes_paused_until",
      "operator_since",
      "joined_at",
      "last_account_id",
    ],
  },
  {
    type: "membership",
    table: "memberships",
    key: { user_id: "text" },
    columns: ["user_id", "role", "created_at"],
    omitted: ["account_id", "operator_since"],
  },
  {
    type: "watch",
    table: "watches",
    key: byId,
    columns: [
      "id",
      "environment",
      "application_id",
      "created_by",
      "status",
      "search",
      "condition",
      "interval_minutes",
      "metadata",
      "created_at",
      "expires_at",
      "ended_at",
      "matches",
      "match_count",
      "last_run",
      "last_matched_at",
    ],
    omitted: ["account_id", "search_key", "state", "due_at", "lease_id", "lease_ends_at"],
  },
  {
    type: "session",
    table: "sessions",
    key: byId,
    columns: ["id", "user_id", "device", "address", "created_at", "last_used_at"],
    omitted: ["account_id", "token_hash", "stepped_up_at"],
  },
  {
    type: "passkey",
    table: "passkeys",
    key: byId,
    columns: ["id", "user_id", "name", "created_at", "last_used_at"],
    omitted: ["account_id", "credential_id", "public_key", "counter", "transports"],
  },
  {
    type: "invitation",
    table: "invitations",
    key: byId,
    columns: ["id", "email", "role", "invited_by", "created_at", "expires_at", "accepted_at", "withdrawn_at"],
    omitted: ["account_id", "token_hash"],
  },
  {
    type: "deleted_application",
    table: "applications",
    rows: "account_id = $1 AND deleted_at IS NOT NULL",
    key: byId,
    columns: ["id", "environment", "name", "description", "metadata", "created_at", "deleted_at"],
    omitted: ["account_id"],
  },
  {
    type: "deleted_webhook",
    table: "webhook_endpoints",
    rows: "account_id = $1 AND deleted_at IS NOT NULL",
    key: byId,
    columns: [
      "id",
      "environment",
      "application_id",
      "url",
      "description",
      "events",
      "status",
      "metadata",
      "header_names",
      "auth_type",
      "certificate_expires_at",
      "filter",
      "ordered",
      "max_per_second",
      "created_at",
      "deleted_at",
    ],
    omitted: [
      "account_id",
      "pending_url",
      "secret",
      "previous_secret",
      "previous_secret_ends_at",
      "challenge_due_at",
      "challenge_ends_at",
      "challenge_failure",
      "failing_since",
      "failures",
      "warned_at",
      "disabled_reason",
      "send_slot_at",
      "secret_created_at",
      "previous_secret_created_at",
      "sealed_options",
      "filter_path",
    ],
  },
  {
    type: "replay",
    table: "webhook_replays",
    key: byId,
    columns: [
      "id",
      "environment",
      "endpoint_id",
      "event_types",
      "delivery_status",
      "matched",
      "replayed",
      "state",
      "created_at",
      "finished_at",
    ],
    omitted: ["account_id", "cursor", "end_cursor", "matched_is_minimum"],
  },
  {
    type: "search",
    table: "searches",
    key: byId,
    columns: ["id", "environment", "key_id", "application_id", "request", "searched_at", "expires_at"],
    omitted: ["account_id", "world_version", "sales_version"],
  },
  {
    type: "price_sample",
    table: "price_samples",
    key: {
      environment: "text",
      origin: "text",
      destination: "text",
      cabin: "text",
      currency: "text",
      departure_date: "date",
      observed_day: "date",
    },
    columns: [
      "environment",
      "origin",
      "destination",
      "cabin",
      "currency",
      "departure_date",
      "observed_day",
      "observed_at",
      "lead_days",
      "amount",
    ],
    omitted: ["account_id"],
  },
  {
    type: "supplier",
    table: "supplier_accounts",
    key: { environment: "text", supplier: "text" },
    columns: [
      "environment",
      "supplier",
      "enabled",
      "hint",
      "calls_per_day",
      "spend_per_month_cents",
      "calls_per_booking",
      "checked_at",
      "created_at",
      "updated_at",
    ],
    omitted: ["account_id", "sealed_secret", "sealed_webhook_secret"],
  },
  {
    type: "supplier_result",
    table: "supplier_results",
    key: { environment: "text", supplier: "text", day: "date" },
    columns: [
      "environment",
      "supplier",
      "day",
      "searches",
      "answered",
      "with_offers",
      "took_ms",
      "last_failure_at",
      "last_failure",
    ],
    omitted: ["account_id"],
  },
  {
    type: "booking_order",
    table: "booking_orders",
    key: { booking_id: "text" },
    columns: [
      "booking_id",
      "environment",
      "supplier",
      "offer_reference",
      "state",
      "order_id",
      "accepted_at",
      "requested_at",
    ],
    omitted: [
      "account_id",
      "application_id",
      "quote_id",
      "quote_refund_minor",
      "quote_expires_at",
      "due_at",
      "attempts",
      "lease_id",
      "lease_ends_at",
    ],
  },
  {
    type: "usage",
    table: "usage_hours",
    key: {
      hour: "timestamptz",
      environment: "text",
      operation: "text",
      key_id: "text",
      "coalesce(application_id, '')": "text",
    },
    columns: ["environment", "hour", "operation", "key_id", "application_id", "count"],
    omitted: ["account_id"],
  },
  {
    type: "quota",
    table: "account_quotas",
    key: { period_start: "timestamptz" },
    columns: ["period_start", "used"],
    omitted: ["account_id", "held", "lost"],
  },
  {
    type: "usage_threshold",
    table: "usage_thresholds",
    key: { period_start: "timestamptz", percent: "integer" },
    columns: ["period_start", "percent", "reached_at", "event_id"],
    omitted: ["account_id"],
  },
  {
    type: "billing_details",
    table: "billing_details",
    key: byPartition,
    columns: ["environment", "name", "address", "tax_id", "tax_id_type", "country", "updated_at"],
    omitted: ["account_id"],
  },
  {
    type: "billing_account",
    table: "billing_accounts",
    key: byPartition,
    columns: ["environment", "created_at", "trial_used_at", "provider_customer"],
    omitted: ["account_id", "due_at", "provider_method"],
  },
  {
    type: "subscription",
    table: "subscriptions",
    key: byId,
    columns: [
      "id",
      "environment",
      "status",
      "plan",
      "plan_version",
      "currency",
      "price_minor",
      "searches_included",
      "overage_per_search",
      "pending_plan",
      "pending_plan_version",
      "anchor_at",
      "period_start",
      "period_end",
      "past_due_since",
      "created_at",
      "ended_at",
    ],
    omitted: ["account_id", "revision"],
  },
  {
    type: "subscription_phase",
    table: "subscription_segments",
    key: { subscription_id: "text", started_at: "timestamptz" },
    columns: [
      "subscription_id",
      "environment",
      "started_at",
      "ended_at",
      "period_start",
      "period_end",
      "plan",
      "plan_version",
      "searches_included",
      "overage_per_search",
      "charged_minor",
    ],
    omitted: ["account_id"],
  },
  {
    type: "coupon_redemption",
    table: "coupon_redemptions",
    key: byId,
    columns: [
      "id",
      "environment",
      "code",
      "kind",
      "percent_basis",
      "amount_minor",
      "currency",
      "plans",
      "periods_left",
      "covers_until",
      "redeemed_at",
    ],
    omitted: ["account_id", "coupon_id"],
  },
  {
    type: "payment",
    table: "payment_attempts",
    key: byId,
    columns: [
      "id",
      "environment",
      "invoice_id",
      "provider",
      "reference",
      "status",
      "failure",
      "created_at",
      "settled_at",
    ],
    omitted: ["account_id", "next_attempt_at", "tries"],
  },
  {
    type: "credit_balance",
    table: "credit_balances",
    key: { environment: "text", currency: "text" },
    columns: ["environment", "currency", "balance_minor"],
    omitted: ["account_id"],
  },
  {
    type: "ledger_transaction",
    table: "ledger_transactions",
    key: byId,
    columns: ["id", "environment", "kind", "description", "invoice_id", "at"],
    omitted: ["account_id", "idempotency_key", "entries"],
  },
  {
    type: "ledger_entry",
    table: "ledger_entries",
    key: byId,
    columns: ["id", "environment", "transaction_id", "ledger_account", "currency", "amount_minor", "at"],
    omitted: ["account_id"],
  },
];

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Reads the rows of a source in the order of its key, in pages. */
export async function* readRawRows(
  db: Queryable,
  { table, rows = "account_id = $1", key, columns }: RawSource,
  accountId: string,
  pageRows: number,
): AsyncGenerator<object> {
  const expressions = Object.keys(key);
  const types = Object.values(key);
  const keys = expressions.map((expression, at) => `(${expression})::text AS key_${at}`);
  const after = types.map((type, at) => `$${at + 3}::text::${type}`);
  const sql = (isFirst: boolean) =>
    `SELECT ${columns.join(", ")}, ${keys.join(", ")} FROM ${table}
     WHERE ${rows}${isFirst ? "" : ` AND (${expressions.join(", ")}) > (${after.join(", ")})`}
     ORDER BY ${expressions.join(", ")} LIMIT $2`;
  for (let last: string[] | undefined; ; ) {
    const page: Record<string, unknown>[] = await db.query(sql(last === undefined), [
      accountId,
      pageRows,
      ...(last ?? []),
    ]);
    for (const row of page) yield Object.fromEntries(columns.map((column) => [camelCase(column), row[column]]));
    const end = page.at(-1);
    if (end === undefined || page.length < pageRows) return;
    last = expressions.map((_expression, at) => String(end[`key_${at}`]));
  }
}
