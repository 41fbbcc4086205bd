import type { DatabaseHealth, DeploymentHealth, HealthCheck, ProcessHealth } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatCount } from "../../components/money-format.ts";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Status, type Tone } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { healthAccess } from "../../data/permissions.ts";
import { useHealth } from "./data.ts";

const tones: Readonly<Record<HealthCheck["status"], [tone: Tone, label: string]>> = {
  ok: ["positive", "OK"],
  warn: ["caution", "Warning"],
  fail: ["critical", "Failed"],
};

const columns: readonly Column<HealthCheck>[] = [
  { header: "Check", cell: ({ name }) => <span className="font-medium">{name}</span>, width: "w-28 wide:w-40" },
  { header: "Result", cell: ({ status }) => <CheckStatus status={status} />, width: "w-20 wide:w-24" },
  {
    header: "Detail",
    cell: ({ detail, fix }) => (
      <span className="flex flex-col">
        {detail}
        {fix !== null && <span className="text-ink-3">{fix}</span>}
      </span>
    ),
  },
];

/** Health of the process that answers and of the database, for operators. */
export function HealthPage() {
  const header = (
    <PageHeader
      title={healthAccess.title}
      lead="The process that answered this page, and the database that all processes share. Read again every 15 seconds."
    />
  );
  return (
    <Loaded query={useHealth()} label="health" head={header}>
      {({ process, database, checks }) => (
        <>
          {header}
          {process !== null && <ProcessSection process={process} />}
          <Section title="Database">
            <Facts facts={databaseFacts(database)} />
          </Section>
          <Section title="Checks">
            <Table caption="Checks" columns={columns} rows={checks} keyOf={({ name }) => name} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

function CheckStatus({ status }: Pick<HealthCheck, "status">) {
  const [tone, label] = tones[status];
  return <Status tone={tone}>{label}</Status>;
}

function ProcessSection({ process }: { process: ProcessHealth }) {
  return (
    <Section title="Process">
      <Facts facts={processFacts(process)} />
      <p className="max-w-[68ch] pt-3 text-12 text-ink-3">
        A load balancer may send the next request to another process. Monitor each with{" "}
        <code className="font-mono">/readyz</code> and <code className="font-mono">/metrics</code>: there is no list of
        processes.
      </p>
    </Section>
  );
}

const levels: Readonly<Record<ProcessHealth["loadLevel"], string>> = {
  none: "Refuses nothing",
  searches: "Refuses searches",
  all: "Refuses all requests",
};

function processFacts(process: ProcessHealth): [string, ReactNode][] {
  const { host, pid, version, nodeVersion, startedAt, readiness, ready } = process;
  const failed = readiness.flatMap((check) => (check.ready ? [] : [check.name]));
  return [
    [
      "Status",
      <Status key="status" tone={ready ? "positive" : "critical"}>
        {ready ? "Ready" : `Not ready: ${failed.join(", ")}`}
      </Status>,
    ],
    ["Process", <span key="process" className="font-mono text-12 wrap-anywhere">{`${host} · ${pid}`}</span>],
    ["Version", `Wayfare ${version}, Node ${nodeVersion}`],
    ["Started", <Time key="started" at={startedAt} />],
    ["Clock skew", `${formatCount(process.clockSkewMs)} ms from the database clock`],
    ["Event loop delay", formatMilliseconds(process.eventLoopDelayMs)],
    ["Load shedding", levels[process.loadLevel]],
    ["Pending searches", formatCount(process.searchesPending)],
    ["Memory", formatBytes(process.memoryBytes)],
  ];
}

function databaseFacts(database: DatabaseHealth): [string, ReactNode][] {
  const { engine, appliedMigration, knownMigration, connections, writesRefused } = database;
  const bytes = (name: string, value: number | null): [string, ReactNode][] =>
    value === null ? [] : [[name, formatBytes(value)]];
  return [
    ["Engine", engine === "pglite" ? "Embedded PostgreSQL" : "PostgreSQL"],
    [
      "Migrations",
      appliedMigration === knownMigration
        ? `${appliedMigration} applied`
        : `${appliedMigration} applied, this version knows ${knownMigration}`,
    ],
    ...(connections === null ? [] : [["Connections", describeConnections(connections)] satisfies [string, string]]),
    ...(writesRefused === null
      ? []
      : [["Writes", writesRefused ? "Refused: the disk is too full" : "Accepted"] satisfies [string, string]]),
    ...bytes("Free disk space", database.freeBytes),
    ...bytes("WAL", database.walBytes),
    ...bytes("WAL since checkpoint", database.walSinceCheckpointBytes),
  ];
}

function describeConnections(connections: NonNullable<DeploymentHealth["database"]["connections"]>): string {
  return connections
    .map((each) => `${formatCount(each.connections)} of a version with migration ${each.knownMigration}`)
    .join(", ");
}

/** Formats bytes as `412 MB` or `52.0 GB`. */
function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${formatCount(Math.round(bytes / 1e6))} MB`;
}
