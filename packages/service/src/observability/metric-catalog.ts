/** A metric of `/metrics` whose name begins with `wayfare_`. The unit is the end of the name: `_seconds`, `_bytes`; otherwise a count. */
export interface MetricEntry {
  name: string;
  type: "counter" | "gauge" | "histogram";
  /** Text of `# HELP`. */
  help: string;
  /** Label names, most useful for grouping first. */
  labels: readonly string[];
  /** Section of the reference page and row of the dashboard. */
  group: MetricGroup;
}

type MetricGroup = (typeof metricGroups)[number];

/** Sections in their order. */
export const metricGroups = [
  "Requests",
  "Searches",
  "Suppliers",
  "Load",
  "Webhooks",
  "Database",
  "Usage and quotas",
  "Mail",
] as const;

/**
 * All metrics of the service. The reference page and the dashboards are generated from this list, and tests compare it with `/metrics` of a
 * running service and with the metrics that alert rules use.
 */
export const metricCatalog: readonly MetricEntry[] = [
  {
    name: "wayfare_http_request_duration_seconds",
    type: "histogram",
    group: "Requests",
    labels: ["route", "status", "method"],
    help: "Request duration in seconds, by method, route template and status.",
  },
  {
    name: "wayfare_sign_in_attempts_total",
    type: "counter",
    group: "Requests",
    labels: ["method", "outcome"],
    help: "Sign-in and step-up attempts by method and outcome.",
  },
  {
    name: "wayfare_searches_total",
    type: "counter",
    group: "Searches",
    labels: ["found"],
    help: "Completed searches, by whether they found flights.",
  },
  {
    name: "wayfare_searches_pending",
    type: "gauge",
    group: "Searches",
    labels: [],
    help: "Pending searches: admitted and not answered yet.",
  },
  {
    name: "wayfare_live_searches_pending",
    type: "gauge",
    group: "Searches",
    labels: [],
    help: "Pending searches of live suppliers.",
  },
  { name: "wayfare_calendars_pending", type: "gauge", group: "Searches", labels: [], help: "Pending calendars." },
  {
    name: "wayfare_search_accounts",
    type: "gauge",
    group: "Searches",
    labels: [],
    help: "Accounts with pending searches.",
  },
  {
    name: "wayfare_search_queue_seconds",
    type: "gauge",
    group: "Searches",
    labels: [],
    help: "Estimated time to answer all pending searches and one more.",
  },
  {
    name: "wayfare_time_zone_data_info",
    type: "gauge",
    group: "Searches",
    labels: ["release", "source"],
    help: "1, with the release of the time zone data and its source: `facts` of this version, or the folder of `TZ_DATA`.",
  },
  {
    name: "wayfare_facts_oldest_check_timestamp_seconds",
    type: "gauge",
    group: "Searches",
    labels: [],
    help: "Day on which the oldest table of facts was last compared with its source, as a Unix timestamp.",
  },
  {
    name: "wayfare_supplier_responses_total",
    type: "counter",
    group: "Suppliers",
    labels: ["source", "status"],
    help: "Supplier responses, by source and status.",
  },
  {
    name: "wayfare_supplier_calls_total",
    type: "counter",
    group: "Suppliers",
    labels: ["supplier", "owner", "result"],
    help: "Calls to live suppliers, by supplier, owner of the credential, and result: `counted` or `not_counted` by the budget, `refused` because it is used up, or `reused` if a kept answer made the call needless.",
  },
  {
    name: "wayfare_supplier_unknown_codes_total",
    type: "counter",
    group: "Suppliers",
    labels: ["supplier", "kind"],
    help: "Codes in answers of live suppliers that the facts do not contain, by supplier and kind: `airport`, `airline` or `aircraft`. Each code is counted once per answer and logged once.",
  },
  {
    name: "wayfare_order_reports_open",
    type: "gauge",
    group: "Suppliers",
    labels: ["type"],
    help: "Bookings of all accounts whose order at a supplier needs an operator, by type of the report.",
  },
  {
    name: "wayfare_supplier_budget_calls",
    type: "gauge",
    group: "Suppliers",
    labels: ["supplier", "environment", "period"],
    help: "Calls that all processes have made with the deployment's credentials in the current UTC day and month.",
  },
  {
    name: "wayfare_supplier_budget_used_ratio",
    type: "gauge",
    group: "Suppliers",
    labels: ["supplier", "environment"],
    help: "Used part of the limit of the deployment's credential that is closest to its end, as calls that were made; 1 if all are.",
  },
  {
    name: "wayfare_requests_shed_total",
    type: "counter",
    group: "Load",
    labels: ["kind", "reason"],
    help: "Requests rejected with OVERLOADED, by kind (search, calendar, other) and reason: event-loop delay (delay) or search queue (queue).",
  },
  {
    name: "wayfare_connections_closed_total",
    type: "counter",
    group: "Load",
    labels: ["reason"],
    help: "Client connections closed by the server, by reason.",
  },
  {
    name: "wayfare_overload_level",
    type: "gauge",
    group: "Load",
    labels: [],
    help: "Routes rejected because of event-loop delay: 0 none, 1 searches, 2 all.",
  },
  {
    name: "wayfare_event_loop_delay_seconds",
    type: "gauge",
    group: "Load",
    labels: [],
    help: "Event-loop delay, 90th percentile over 250 ms.",
  },
  {
    name: "wayfare_clock_skew_seconds",
    type: "gauge",
    group: "Load",
    labels: [],
    help: "Difference between this process's clock and the database clock; negative if this process is behind.",
  },
  {
    name: "wayfare_webhook_due_lag_seconds",
    type: "gauge",
    group: "Webhooks",
    labels: [],
    help: "Age of the oldest due delivery that is not claimed, at the last poll.",
  },
  {
    name: "wayfare_webhook_claim_deliveries",
    type: "histogram",
    group: "Webhooks",
    labels: [],
    help: "Deliveries per claim.",
  },
  {
    name: "wayfare_webhook_phase_duration_seconds",
    type: "histogram",
    group: "Webhooks",
    labels: ["phase"],
    help: "Duration of the phases of deliveries: claim, dns, connect and response of an attempt, and record, which writes a batch of attempts.",
  },
  {
    name: "wayfare_webhook_attempts_total",
    type: "counter",
    group: "Webhooks",
    labels: ["outcome"],
    help: "Recorded delivery attempts, by outcome.",
  },
  {
    name: "wayfare_webhook_dead_letters_total",
    type: "counter",
    group: "Webhooks",
    labels: [],
    help: "Deliveries that were dead-lettered after their last attempt failed.",
  },
  {
    name: "wayfare_webhook_first_attempt_delay_seconds",
    type: "histogram",
    group: "Webhooks",
    labels: [],
    help: "Time from the creation of a delivery to its first attempt, including pauses.",
  },
  {
    name: "wayfare_webhook_database_failures_total",
    type: "counter",
    group: "Webhooks",
    labels: ["step"],
    help: "Failed database operations of the dispatcher, by step. They are retried.",
  },
  {
    name: "wayfare_webhook_in_flight",
    type: "gauge",
    group: "Webhooks",
    labels: [],
    help: "Deliveries that this process has claimed and not recorded.",
  },
  {
    name: "wayfare_webhook_archive_failures_total",
    type: "counter",
    group: "Webhooks",
    labels: [],
    help: "Runs of the webhook purge that ended because an upload to WEBHOOKS_ARCHIVE failed. They are repeated every ten minutes.",
  },
  {
    name: "wayfare_webhook_archive_overdue_seconds",
    type: "gauge",
    group: "Webhooks",
    labels: [],
    help: "Time since the first delivery that is not archived was due to be written to WEBHOOKS_ARCHIVE; 0 if none is due.",
  },
  {
    name: "wayfare_database_maintenance_duration_seconds",
    type: "histogram",
    group: "Database",
    labels: ["task"],
    help: "Duration of checkpoints and table vacuums of the embedded database in seconds. Other statements wait for them.",
  },
  {
    name: "wayfare_database_maintenance_failures_total",
    type: "counter",
    group: "Database",
    labels: ["task"],
    help: "Failed checkpoints and vacuums of the embedded database. They are retried.",
  },
  {
    name: "wayfare_database_wal_since_checkpoint_bytes",
    type: "gauge",
    group: "Database",
    labels: [],
    help: "WAL of the embedded database since its last checkpoint, which a restart after a crash replays.",
  },
  {
    name: "wayfare_database_wal_bytes",
    type: "gauge",
    group: "Database",
    labels: [],
    help: "Size of the WAL files of the embedded database.",
  },
  {
    name: "wayfare_database_disk_free_bytes",
    type: "gauge",
    group: "Database",
    labels: [],
    help: "Free space on the disk of the embedded database.",
  },
  {
    name: "wayfare_database_writes_refused",
    type: "gauge",
    group: "Database",
    labels: [],
    help: "1 while the embedded database refuses writes because the disk has less free space than DISK_RESERVE_MB.",
  },
  {
    name: "wayfare_storage_unavailable_total",
    type: "counter",
    group: "Database",
    labels: [],
    help: "Requests that failed with STORAGE_UNAVAILABLE.",
  },
  {
    name: "wayfare_quota_units_lost",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Quota units of current periods that are withheld because their process died and its lease has not been settled.",
  },
  {
    name: "wayfare_usage_journal_damaged_lines_total",
    type: "counter",
    group: "Usage and quotas",
    labels: [],
    help: "Damaged lines in recovered usage journals. The files are kept as `.damaged` in DATA_DIR/usage.",
  },
  {
    name: "wayfare_usage_records_pending",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Request records that are not written to the database yet.",
  },
  {
    name: "wayfare_usage_records_dropped",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Request records dropped from the request log since startup because too many were pending. None of them was metered.",
  },
  {
    name: "wayfare_request_log_rows_pending",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Requests that are not written to ClickHouse yet.",
  },
  {
    name: "wayfare_request_log_rows_dropped",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Requests dropped since startup because too many waited for ClickHouse. They are copied from PostgreSQL later.",
  },
  {
    name: "wayfare_request_log_write_failures",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Failed writes to ClickHouse since startup. They are retried.",
  },
  {
    name: "wayfare_request_log_rows_repaired_total",
    type: "counter",
    group: "Usage and quotas",
    labels: [],
    help: "Requests that were missing in ClickHouse and copied from PostgreSQL.",
  },
  {
    name: "wayfare_usage_records_lost",
    type: "gauge",
    group: "Usage and quotas",
    labels: [],
    help: "Request records since startup that were lost in a failover or restore and are in no journal.",
  },
  {
    name: "wayfare_mails_total",
    type: "counter",
    group: "Mail",
    labels: ["outcome"],
    help: "Tries to send a mail, by outcome: sent, retried later, failed for good, or expired.",
  },
  {
    name: "wayfare_mail_queue_mails",
    type: "gauge",
    group: "Mail",
    labels: [],
    help: "Mails that are not sent yet, at the last run of the sender.",
  },
  {
    name: "wayfare_mail_queue_age_seconds",
    type: "gauge",
    group: "Mail",
    labels: [],
    help: "Age of the oldest mail that is not sent yet in seconds, at the last run of the sender.",
  },
];

/** Renders docs/reference/metrics.md. */
export function renderMetricsPage(): string {
  const sections = metricGroups.flatMap((group) => [
    "",
    `## ${group}`,
    "",
    "| metric | type | labels | meaning |",
    "| --- | --- | --- | --- |",
    ...metricCatalog
      .filter((entry) => entry.group === group)
      .map(({ name, type, labels, help }) => {
        return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |`;
      }),
  ]);
  return [
    "# Metrics",
    "",
    "`GET /metrics` of each process, in the Prometheus text format, with `METRICS_TOKEN` as the bearer token. It also has the usual metrics of",
    "Node and of the process (`nodejs_*`, `process_*`). Metrics of the embedded database exist only with it, webhook metrics only in processes",
    "that send webhooks, and those of supplier budgets only in processes that run jobs. WAL and replication of a PostgreSQL server are not",
    "here: use its own exporter. The dashboard in `deploy/grafana/dashboards` is generated from this list.",
    ...sections,
    "",
  ].join("\n");
}
