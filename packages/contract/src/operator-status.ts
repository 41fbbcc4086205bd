import { type Static, Type } from "typebox";
import { AuditEventSchema, auditQuery } from "./accounts.ts";
import { money } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { SupplierBudgetSchema, SupplierSchema } from "./suppliers.ts";
import { environmentName, idOf, instant, source } from "./wire-values.ts";

const accountId = idOf("acct", "Account in whose audit log the event is.");

export const OperatorAuditEventSchema = Type.Object(
  { ...AuditEventSchema.properties, accountId },
  { $id: "OperatorAuditEvent", description: "Entry in the audit log of an account, as operators see it." },
);

const { subjectId: _subjectId, ...filters } = auditQuery;

export const operatorAuditQuery = {
  accountId: Type.Optional({ ...accountId, description: "Only events in the audit log of this account." }),
  ...filters,
};

/** Queues of the deployment, in the order of the response. */
export const queueNames = [
  "webhook_deliveries",
  "webhook_replays",
  "mails",
  "watches",
  "booking_orders",
  "billing_steps",
  "payments",
  "quota_leases",
  "erasures",
  "usage_records",
] as const;

export const QueueCountSchema = Type.Object(
  {
    value: Type.Integer({ minimum: 0, description: "Number of items.", examples: [12] }),
    isMinimum: Type.Boolean({
      description: "True if counting stopped at `value`: there are at least that many.",
      examples: [false],
    }),
  },
  { $id: "QueueCount", description: "Number of items in a queue. Counting stops at 10,000." },
);

const count = (description: string) => orNull(ref(QueueCountSchema), description);

export const QueueSchema = Type.Object(
  {
    name: oneOf(queueNames, { description: "Name of the queue.", examples: ["webhook_deliveries"] }),
    scope: oneOf(["deployment", "process"], {
      description: "`process`: the queue of the process that answered; every process has its own.",
      examples: ["deployment"],
    }),
    due: count("Items whose time has come, with those in progress; null if they could not be counted in time."),
    later: count(
      "Items that wait for a later time, such as retries; null if the queue has none or they are not counted.",
    ),
    held: count(
      "Items that wait for a paused endpoint or a suspended or closed account; null if the queue has none or they are not counted.",
    ),
    retrying: count("Due and later items whose last try failed; null if failures are not recorded."),
    failed: count("Items that were given up and are still stored; null if they are not counted."),
    oldestDueAt: nullable(
      instant("Time since which the oldest item has been due; null without due items, or if it is unknown."),
    ),
    lateAfterSeconds: nullable(
      Type.Integer({
        description: "Age of the oldest due item from which the queue is late; null if it has no such limit.",
        examples: [60],
      }),
    ),
    isLate: Type.Boolean({ description: "True if the oldest due item is older than that.", examples: [false] }),
  },
  { $id: "Queue", description: "Background work of the deployment that is not done yet." },
);

export const QueuesSchema = Type.Object(
  {
    measuredAt: instant("Time of the measurement."),
    outboundPausedAt: nullable(
      instant("Time since which deliveries, live bookings, mails and payments are paused; null if they are not."),
    ),
    queues: Type.Array(ref(QueueSchema), { description: "All queues." }),
  },
  { $id: "Queues", description: "Queues of the deployment." },
);

const searches = (description: string) => Type.Integer({ minimum: 0, description, examples: [118] });

export const SupplierProcessSchema = Type.Object(
  {
    searches: searches("Searches that included the supplier since the process started."),
    answered: searches("Searches of these that the supplier answered in time."),
    skipped: Type.Object(
      {
        budget: searches("Searches without the supplier because its call budget was used up."),
        breaker: searches("Searches without the supplier because its circuit breaker was open."),
        unsupported: searches("Searches without the supplier because it does not support the request."),
        busy: searches("Searches without the supplier because it had too many pending searches."),
      },
      { description: "Searches that left the supplier out, by reason." },
    ),
    circuit: oneOf(["closed", "open", "unknown"], {
      description:
        "Circuit breaker, as the last search of the process found it; `unknown` before one. Each credential in each search thread has its own.",
      examples: ["closed"],
    }),
    circuitObservedAt: nullable(instant("Time of that search; null before one.")),
  },
  { $id: "SupplierProcess", description: "Observations of one process." },
);

const ofSupplier = SupplierSchema.properties;

export const OperatorSupplierSchema = Type.Object(
  {
    name: source,
    environment: environmentName,
    status: oneOf(["connected", "not_connected", "budget_used_up", "circuit_open"], {
      description:
        "`not_connected`: neither the deployment nor an account has a credential. `budget_used_up`: the budget of the deployment's credential. `circuit_open`: in the process that answered.",
      examples: ["connected"],
    }),
    cash: ofSupplier.cash,
    award: ofSupplier.award,
    deploymentCredential: Type.Boolean({
      description: "True if the deployment has a credential, which accounts without one use.",
      examples: [true],
    }),
    accountCredentials: Type.Integer({
      minimum: 0,
      description: "Number of accounts with a separate credential that is enabled.",
      examples: [3],
    }),
    budget: ref(SupplierBudgetSchema, { description: "Limits of the deployment's credential." }),
    callsToday: Type.Integer({
      description: "Calls of this UTC day with the deployment's credential that the supplier counts.",
      examples: [420],
    }),
    costThisMonth: money(
      "Cost of the calls of this UTC month with the deployment's credential at the price of each. Calls that a supplier does not charge, such as searches that are free for each order, are not subtracted.",
    ),
    budgetUsedShare: nullable(
      Type.Number({
        minimum: 0,
        description:
          "Used part of the limit that is closest to its end, by the calls that were made; null without limits.",
        examples: [0.42],
      }),
    ),
    searchesToday: searches("Searches of this UTC day that included the supplier, of all accounts."),
    accountsToday: Type.Integer({ minimum: 0, description: "Number of accounts with these searches.", examples: [17] }),
    answeredShare: ofSupplier.answeredShare,
    offersShare: ofSupplier.offersShare,
    averageMs: ofSupplier.averageMs,
    lastFailureAt: ofSupplier.lastFailureAt,
    lastFailure: ofSupplier.lastFailure,
    process: orNull(
      ref(SupplierProcessSchema),
      "Observations of the process that answered; null if the answer comes from the command line.",
    ),
  },
  { $id: "OperatorSupplier", description: "Live supplier over all accounts of the deployment." },
);

const bytes = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const ProcessHealthSchema = Type.Object(
  {
    host: Type.String({ description: "Host name.", examples: ["api-1"] }),
    pid: Type.Integer({ description: "Id of the operating system process.", examples: [4711] }),
    version: Type.String({ description: "Version of Wayfare.", examples: ["1.4.0"] }),
    nodeVersion: Type.String({ description: "Version of Node.js.", examples: ["24.4.0"] }),
    startedAt: instant("Time at which the process started to serve."),
    ready: Type.Boolean({ description: "True if `/readyz` returns 200.", examples: [true] }),
    readiness: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "Name of the check.", examples: ["database"] }),
          value: Type.Boolean({ description: "Result of the check.", examples: [true] }),
          ready: Type.Boolean({ description: "False if the result makes the process not ready.", examples: [true] }),
        },
        { title: "ReadinessResult", description: "Check with its result." },
      ),
      { description: "Checks of `/readyz`." },
    ),
    clockSkewMs: Type.Integer({
      description: "Clock of the process minus the clock of the database, measured every 30 seconds.",
      examples: [3],
    }),
    eventLoopDelayMs: Type.Number({ description: "Event loop delay, 90th percentile over 250 ms.", examples: [1.5] }),
    loadLevel: oneOf(["none", "searches", "all"], {
      description: "Requests that load shedding refuses.",
      examples: ["none"],
    }),
    searchesPending: Type.Integer({ description: "Searches that are admitted and not answered.", examples: [4] }),
    memoryBytes: bytes("Memory of the process (resident set size).", 412_000_000),
  },
  { $id: "ProcessHealth", description: "Health of one process." },
);

export const DatabaseHealthSchema = Type.Object(
  {
    engine: oneOf(["postgresql", "pglite"], {
      description: "`pglite`: the embedded database.",
      examples: ["postgresql"],
    }),
    appliedMigration: Type.Integer({ description: "Newest migration of the database.", examples: [67] }),
    knownMigration: Type.Integer({ description: "Newest migration of the version that answered.", examples: [67] }),
    connections: nullable(
      Type.Array(
        Type.Object(
          {
            knownMigration: Type.Integer({ description: "Newest migration that the process knows.", examples: [67] }),
            connections: Type.Integer({ description: "Number of its connections.", examples: [12] }),
          },
          { title: "ConnectionsOfVersion", description: "Connections of one version." },
        ),
        {
          description:
            "Connections of Wayfare processes by version, newest first: more than one version is connected during an upgrade. Null with the embedded database, which one process opens.",
        },
      ),
    ),
    writesRefused: nullable(
      Type.Boolean({
        description: "True if free space is below DISK_RESERVE_MB; null with PostgreSQL.",
        examples: [false],
      }),
    ),
    freeBytes: nullable(
      bytes("Free space on the disk of the embedded database; null with PostgreSQL.", 52_000_000_000),
    ),
    walBytes: nullable(bytes("Size of the WAL files of the embedded database; null with PostgreSQL.", 67_108_864)),
    walSinceCheckpointBytes: nullable(
      bytes("WAL since the last checkpoint of the embedded database; null with PostgreSQL.", 8_388_608),
    ),
  },
  { $id: "DatabaseHealth", description: "Health of the database." },
);

export const HealthCheckSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the check, as in `wayfare doctor`.", examples: ["mail queue"] }),
    status: oneOf(["ok", "warn", "fail"], { description: "Result of the check.", examples: ["ok"] }),
    detail: Type.String({
      description: "Details of the result.",
      examples: ["0 pending, 0 failed in the last two days"],
    }),
    fix: nullable(
      Type.String({
        description: "Remedy; null if nothing needs to be done.",
        examples: ["Run NTP on both machines."],
      }),
    ),
  },
  { $id: "HealthCheck", description: "Check of the deployment." },
);

export const DeploymentHealthSchema = Type.Object(
  {
    measuredAt: instant("Time of the measurement."),
    process: orNull(
      ref(ProcessHealthSchema),
      "The process that answered; null if the answer comes from the command line. There is no list of processes: monitor each with `/readyz` and `/metrics`.",
    ),
    database: ref(DatabaseHealthSchema),
    checks: Type.Array(ref(HealthCheckSchema), { description: "Checks of the database that `wayfare doctor` runs." }),
  },
  { $id: "DeploymentHealth", description: "Health of the deployment, as the process that answered sees it." },
);

export type OperatorAuditEvent = Static<typeof OperatorAuditEventSchema>;
export type QueueName = (typeof queueNames)[number];
export type QueueCount = Static<typeof QueueCountSchema>;
export type Queue = Static<typeof QueueSchema>;
export type Queues = Static<typeof QueuesSchema>;
export type SupplierProcess = Static<typeof SupplierProcessSchema>;
export type OperatorSupplier = Static<typeof OperatorSupplierSchema>;
export type ProcessHealth = Static<typeof ProcessHealthSchema>;
export type DatabaseHealth = Static<typeof DatabaseHealthSchema>;
export type HealthCheck = Static<typeof HealthCheckSchema>;
export type DeploymentHealth = Static<typeof DeploymentHealthSchema>;
