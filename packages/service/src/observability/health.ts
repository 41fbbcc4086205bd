import { checkWritable, type Database, withTimeout } from "@wayfare/database";
import { Type } from "typebox";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import type { Lifecycle } from "../http/lifecycle.ts";
import { findPause } from "../storage/pause-store.ts";
import type { MetricsAccess } from "./metrics-token.ts";

const detail = (description: string, example: boolean) =>
  Type.Optional(Type.Boolean({ description, examples: [example] }));

/** A check has its member here; the answer leaves out members that are not listed. */
const ReadinessSchema = Type.Object(
  {
    ready: Type.Boolean({ description: "Whether requests should come here.", examples: [true] }),
    database: detail("Whether the database answers and accepts writes; with the METRICS_TOKEN only.", true),
    storage: detail("Whether the disk has enough free space to write; with the METRICS_TOKEN only.", true),
    supply: detail("Whether flights can be searched; with the METRICS_TOKEN only.", true),
    clock: detail("Whether the clock is within 5 seconds of the database's; with the METRICS_TOKEN only.", true),
    outboundPaused: detail(
      "Whether webhook deliveries, live bookings and payments are off since a restore; with the METRICS_TOKEN only.",
      false,
    ),
    draining: detail("Whether the instance is shutting down; with the METRICS_TOKEN only.", false),
  },
  { title: "Readiness" },
);

/** A condition of readiness: the instance is ready while every check reads its `ready` value. */
export interface ReadinessCheck {
  /** Member of the answer. */
  name: Exclude<keyof typeof ReadinessSchema.properties, "ready">;
  /** Value that the check has while the instance is ready; true by default. Null if it does not decide on readiness. */
  ready?: boolean | null;
  read: () => boolean | Promise<boolean>;
}

interface HealthDeps {
  checks: readonly ReadinessCheck[];
  access: MetricsAccess;
}

/** The checks that every instance has. */
export function makeReadinessChecks(deps: {
  database: Database;
  supply: { isReady(): boolean };
  lifecycle: Lifecycle;
  clockSkew: { isReady(): boolean };
}): ReadinessCheck[] {
  return [
    { name: "database", read: () => canWrite(deps.database) },
    { name: "storage", read: () => deps.database.maintenance?.hasFreeSpace() !== false },
    { name: "supply", read: () => deps.supply.isReady() },
    { name: "clock", read: () => deps.clockSkew.isReady() },
    { name: "outboundPaused", ready: null, read: () => isPaused(deps.database) },
    { name: "draining", ready: false, read: () => deps.lifecycle.isLeaving() },
  ];
}

export function registerHealth(app: App, { checks, access }: HealthDeps): void {
  app.get(
    "/healthz",
    {
      config: { access: "public", shed: "never" },
      schema: {
        operationId: "getHealth",
        tags: ["Operations"],
        summary: "Check that the process is alive",
        description:
          "Answers 200 while the process can answer requests. Use it as the liveness probe. It does not read the database.",
        response: {
          200: Type.Object({ ok: Type.Boolean({ examples: [true] }) }, { title: "Health", description: "Alive." }),
          ...answers([], { needsKey: false }),
        },
      },
    },
    async () => ({ ok: true }),
  );
  app.get(
    "/readyz",
    {
      config: { access: "public", shed: "never" },
      schema: {
        operationId: "getReadiness",
        tags: ["Operations"],
        summary: "Check that the instance is ready",
        description:
          "Answers 200 if this instance can take requests, else 503. Use it as the readiness probe of a load balancer. The result of each check is included only if the request carries the METRICS_TOKEN as its bearer token.",
        response: {
          ...answers([], { needsKey: false }),
          200: { ...ReadinessSchema, description: "Ready." },
          503: { ...ReadinessSchema, description: "Not ready, or shutting down." },
        },
      },
    },
    async (request, reply) => {
      const values = await Promise.all(checks.map(async (check) => check.read()));
      const ready = checks.every(({ ready: expected = true }, at) => expected === null || values[at] === expected);
      const details = Object.fromEntries(checks.map(({ name }, at) => [name, values[at]]));
      return reply
        .code(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ ready, ...(access.isAllowed(request) ? details : {}) });
    },
  );
}

const timeoutMs = 2000;

function canWrite(database: Database): Promise<boolean> {
  return withTimeout(timeoutMs, checkWritable(database)).then(
    () => true,
    () => false,
  );
}

function isPaused(database: Database): Promise<boolean> {
  return withTimeout(timeoutMs, findPause(database)).then(
    (pause) => pause !== undefined,
    () => false,
  );
}
