import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { unpackDebianTools } from "../../scripts/debian-packages.ts";

const deploy = fileURLToPath(new URL("../../deploy/", import.meta.url));
const promtool = join(unpackDebianTools("prometheus", ["prometheus"]), "usr/bin/promtool");
const directory = mkdtempSync(join(tmpdir(), "wayfare-promtool-"));
afterAll(() => rmSync(directory, { recursive: true }));

function run(...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: "utf8", cwd: directory });
  return { code: status, output: stdout + stderr };
}

function write(name: string, text: string): string {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
}

test("promtool accepts the alert rules and both configurations, and finds a planted fault", () => {
  const rules = join(deploy, "prometheus/wayfare.rules.yml");
  expect(run("check", "rules", rules)).toMatchObject({ code: 0, output: expect.stringContaining("SUCCESS") });
  for (const path of ["prometheus/prometheus.yml", "compose/prometheus.yml"]) {
    write("wayfare.rules.yml", readFileSync(rules, "utf8"));
    const config = readFileSync(join(deploy, path), "utf8").replace(/credentials_file: .*/, "credentials: x");
    expect(run("check", "config", write("prometheus.yml", config)), path).toMatchObject({ code: 0 });
  }
  const broken = write("broken.yml", readFileSync(rules, "utf8").replace("absent(", "absent(("));
  expect(run("check", "rules", broken)).toMatchObject({ code: 1 });
});

test("promtool accepts every query of the dashboard", () => {
  const text = readFileSync(join(deploy, "grafana/dashboards/wayfare.json"), "utf8");
  const { panels }: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(text);
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(40);
  const rules = queries.map((expr, position) => ({
    record: `dashboard:query_${position}`,
    expr: expr.replaceAll("$__rate_interval", "1m"),
  }));
  const path = write("dashboard.yml", JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  expect(run("check", "rules", path)).toMatchObject({ code: 0, output: expect.stringContaining("SUCCESS") });
});

test("alerts fire after their delay and not before", () => {
  write("wayfare.rules.yml", readFileSync(join(deploy, "prometheus/wayfare.rules.yml"), "utf8"));
  const tests = `
rule_files: [wayfare.rules.yml]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - { series: 'wayfare_webhook_due_lag_seconds{instance="a"}', values: "90x20" }
      - { series: 'wayfare_webhook_in_flight{instance="a"}', values: "0x20" }
      - { series: 'wayfare_http_request_duration_seconds_count{status="500"}', values: "0+2x20" }
      - { series: 'wayfare_http_request_duration_seconds_count{status="200"}', values: "0+98x20" }
      - { series: 'wayfare_database_writes_refused{instance="a"}', values: "0x9 1x10" }
      - { series: 'wayfare_order_reports_open{type="unsettled",instance="a"}', values: "0x9 1x10" }
      - { series: 'wayfare_supplier_budget_used_ratio{supplier="duffel",environment="live",instance="a"}', values: "0.89x9 0.91x10" }
      - { series: 'wayfare_supplier_calls_total{supplier="ignav",owner="account",result="refused"}', values: "0x9 3x10" }
      - { series: 'wayfare_clock_skew_seconds{instance="a"}', values: "0.2x9 -1.5x10" }
      - { series: 'wayfare_event_loop_delay_seconds{instance="a"}', values: "0.01x9 0.8x10" }
      - { series: 'wayfare_database_wal_since_checkpoint_bytes{instance="a"}', values: "30000000x9 300000000x10" }
      - { series: 'wayfare_webhook_archive_failures_total{instance="a"}', values: "0x9 1x9 2x9 3x9 4x9" }
      - { series: 'wayfare_webhook_archive_failures_total{instance="b"}', values: "0x50" }
      - { series: 'wayfare_webhook_archive_overdue_seconds{instance="a"}', values: "0x9 21500x9 21601x40" }
    alert_rule_test:
      - { eval_time: 4m, alertname: WebhooksDelayed, exp_alerts: [] }
      - eval_time: 6m
        alertname: WebhooksDelayed
        exp_alerts:
          - exp_labels: { severity: page }
            exp_annotations: { summary: Deliveries have been more than 1 minute late for 5 minutes. }
      - { eval_time: 10m, alertname: WebhooksNoSender, exp_alerts: [] }
      - eval_time: 10m
        alertname: RequestsFailing
        exp_alerts:
          - exp_labels: { severity: page }
            exp_annotations: { summary: More than 1% of requests return a 5xx status. }
      - { eval_time: 9m, alertname: DatabaseReadOnly, exp_alerts: [] }
      - eval_time: 11m
        alertname: DatabaseReadOnly
        exp_alerts:
          - exp_labels: { severity: page }
            exp_annotations:
              summary: Writes are rejected because free disk space of the embedded database is below DISK_RESERVE_MB.
      - { eval_time: 9m, alertname: OrdersNeedOperator, exp_alerts: [] }
      - eval_time: 11m
        alertname: OrdersNeedOperator
        exp_alerts:
          - exp_labels: { severity: ticket, type: unsettled }
            exp_annotations:
              summary: Orders at suppliers need an operator (unsettled). Settle them on the page Orders of the portal.
      - { eval_time: 9m, alertname: SupplierBudgetNearlyUsed, exp_alerts: [] }
      - eval_time: 11m
        alertname: SupplierBudgetNearlyUsed
        exp_alerts:
          - exp_labels: { severity: ticket, supplier: duffel, environment: live }
            exp_annotations:
              summary: More than 90% of a limit of duffel (live) is used. At 100%, searches leave it out.
      - { eval_time: 9m, alertname: SupplierCallsRefused, exp_alerts: [] }
      - eval_time: 11m
        alertname: SupplierCallsRefused
        exp_alerts:
          - exp_labels: { severity: ticket, supplier: ignav, owner: account }
            exp_annotations: { summary: Searches left out ignav because a budget of the account is used up. }
      - { eval_time: 11m, alertname: ClockSkewed, exp_alerts: [] }
      - eval_time: 13m
        alertname: ClockSkewed
        exp_alerts:
          - exp_labels: { severity: ticket, instance: a }
            exp_annotations: { summary: The clock of a differs from the database clock by more than 1 second. Check NTP. }
      - { eval_time: 14m, alertname: EventLoopBlocked, exp_alerts: [] }
      - eval_time: 16m
        alertname: EventLoopBlocked
        exp_alerts:
          - exp_labels: { severity: ticket, instance: a }
            exp_annotations:
              summary: The event loop of a has been blocked for more than 0.5 seconds at a time for 5 minutes.
      - { eval_time: 14m, alertname: DatabaseWalGrowing, exp_alerts: [] }
      - eval_time: 16m
        alertname: DatabaseWalGrowing
        exp_alerts:
          - exp_labels: { severity: ticket, instance: a }
            exp_annotations:
              summary: The embedded database of a has written more than 256 MB since its last checkpoint.
      - { eval_time: 39m, alertname: WebhooksArchiveFailing, exp_alerts: [] }
      - eval_time: 45m
        alertname: WebhooksArchiveFailing
        exp_alerts:
          - exp_labels: { severity: ticket }
            exp_annotations:
              summary: Uploads to WEBHOOKS_ARCHIVE fail. Old deliveries stay in the database until they succeed.
      - { eval_time: 45m, alertname: WebhooksArchiveOverdue, exp_alerts: [] }
      - eval_time: 55m
        alertname: WebhooksArchiveOverdue
        exp_alerts:
          - exp_labels: { severity: ticket }
            exp_annotations:
              summary: Attempts that were due more than 6 hours ago are not in WEBHOOKS_ARCHIVE.
`;
  expect(run("test", "rules", write("tests.yml", tests))).toMatchObject({
    code: 0,
    output: expect.stringContaining("SUCCESS"),
  });
});
