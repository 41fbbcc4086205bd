import { parseStatusInput, type StatusCommandResult, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { StatusActions } from "../commands/status-command.ts";
import { renderTable } from "./keys-output.ts";

/** Action of `wayfare audit`, `queues`, `suppliers list` and `health`. Arguments are validated before a database is opened. */
export function makeStatusActions({ stdout }: { stdout: { write(text: string): unknown } }): StatusActions {
  return {
    async showStatus(sources, args, { json }) {
      const settings = parseSettings(sources);
      const command = parseStatusInput(args);
      const result = await withOperator(settings, (operator) => operator.runStatusCommand(command));
      stdout.write(json ? `${JSON.stringify(toJson(result), null, 2)}\n` : renderStatus(result));
    },
  };
}

/** Returns the body of the API's response. */
function toJson(result: StatusCommandResult): object {
  if (result.kind === "audit") return { data: result.events };
  return result.kind === "suppliers" ? { data: result.suppliers } : result.state;
}

/** Renders a result as tables. */
export function renderStatus(result: StatusCommandResult): string {
  if (result.kind === "audit") return renderEvents(result.events);
  if (result.kind === "suppliers") return renderSuppliers(result.suppliers);
  return result.kind === "queues" ? renderQueues(result.state) : renderHealth(result.state);
}

type Result<Kind extends StatusCommandResult["kind"]> = Extract<StatusCommandResult, { kind: Kind }>;

function renderEvents(events: Result<"audit">["events"]): string {
  if (events.length === 0) return "No audit events found.\n";
  const rows = events.map(({ createdAt, accountId, type, actor, subject }) => [
    createdAt,
    accountId,
    type,
    `${actor.type} ${actor.id ?? ""}`.trim(),
    `${subject.type} ${subject.id}`,
  ]);
  return renderTable([["TIME", "ACCOUNT", "TYPE", "ACTOR", "SUBJECT"], ...rows]);
}

type Queues = Result<"queues">["state"];

function renderQueues({ measuredAt, outboundPausedAt, queues }: Queues): string {
  const rows = queues.map(({ name, due, later, held, retrying, failed, oldestDueAt, isLate }) => [
    name,
    ...[due, later, held, retrying, failed].map(countText),
    oldestDueAt === null ? "-" : ageText(Date.parse(measuredAt) - Date.parse(oldestDueAt)),
    isLate ? "late" : due === null ? "unknown" : "ok",
  ]);
  const table = renderTable([["QUEUE", "DUE", "LATER", "HELD", "RETRYING", "FAILED", "OLDEST", "STATUS"], ...rows]);
  const paused =
    outboundPausedAt === null ? "" : `Outbound traffic is paused since ${outboundPausedAt}: see wayfare resume.\n`;
  const hasProcess = queues.some(({ scope }) => scope === "process");
  return `${table}${paused}${hasProcess ? "" : noProcess}`;
}

function countText(count: Queues["queues"][number]["due"]): string {
  return count === null ? "-" : `${count.isMinimum ? ">=" : ""}${count.value}`;
}

/** Formats an age in its largest unit. */
function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function renderSuppliers(suppliers: Result<"suppliers">["suppliers"]): string {
  if (suppliers.length === 0) return "The deployment has no live suppliers.\n";
  const percent = (share: number | null) => (share === null ? "-" : `${Math.round(share * 100)} %`);
  const rows = suppliers.map((supplier) => [
    supplier.name,
    supplier.environment,
    supplier.status,
    percent(supplier.budgetUsedShare),
    String(supplier.callsToday),
    String(supplier.searchesToday),
    percent(supplier.answeredShare),
    supplier.averageMs === null ? "-" : `${supplier.averageMs} ms`,
    supplier.process?.circuit ?? "unknown",
    supplier.lastFailure ?? "-",
  ]);
  const titles = "NAME,ENVIRONMENT,STATUS,BUDGET USED,CALLS,SEARCHES,ANSWERED,AVERAGE,CIRCUIT,LAST FAILURE TODAY";
  return renderTable([titles.split(","), ...rows]);
}

const noProcess =
  "Not shown: the state of service processes, which only they know. Call the API, or read /metrics of each.\n";

function renderHealth({ process, database, checks }: Result<"health">["state"]): string {
  const { engine, appliedMigration, knownMigration, connections } = database;
  const rows = [
    ...(process === null
      ? []
      : [
          ["process", `${process.host} ${process.pid}, Wayfare ${process.version}, Node ${process.nodeVersion}`],
          ["started", process.startedAt],
          ["ready", process.ready ? "yes" : `no: ${failedChecks(process.readiness)}`],
          ["event loop delay", `${process.eventLoopDelayMs} ms, load shedding: ${process.loadLevel}`],
          ["clock skew", `${process.clockSkewMs} ms`],
          ["memory", megabytes(process.memoryBytes)],
        ]),
    ["database", engine === "pglite" ? "embedded PostgreSQL" : "PostgreSQL"],
    ["migrations", `${appliedMigration} applied, ${knownMigration} known`],
    ...(connections ?? []).map((each) => [
      "connections",
      `${each.connections} of a version with migration ${each.knownMigration}`,
    ]),
    ...(database.freeBytes === null ? [] : [["free disk space", megabytes(database.freeBytes)]]),
    ...(database.writesRefused === true ? [["writes", "refused: see DISK_RESERVE_MB"]] : []),
    ...(database.walBytes === null ? [] : [["WAL", megabytes(database.walBytes)]]),
    ...checks.map(({ name, status, detail, fix }) => [
      name,
      `${status}: ${detail}${fix === null ? "" : ` Fix: ${fix}`}`,
    ]),
  ];
  return `${renderTable(rows)}${process === null ? noProcess : ""}`;
}

function failedChecks(readiness: readonly { name: string; ready: boolean }[]): string {
  return readiness.flatMap(({ name, ready }) => (ready ? [] : [name])).join(", ");
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
