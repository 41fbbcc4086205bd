import { oneOf } from "@wayfare/contract";
import { checkWritable, type Database, withTimeout } from "@wayfare/database";
import { type LoadingPart, loadingParts } from "@wayfare/listener";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import type { Lifecycle } from "../http/lifecycle.ts";
import { problemResponses } from "../http/problem-responses.ts";
import { findPause } from "../storage/pause-store.ts";
import type { MetricsAccess } from "./metrics-token.ts";

const detail = (description: string, example: boolean) =>
  Type.Optional(Type.Boolean({ description, examples: [example] }));

/** Every check has a member here; the serializer omits members that are not listed. */
const ReadinessSchema = Type.Object(
  {
    ready: Type.Boolean({ description: "True if this instance can take requests.", examples: [true] }),
    loading: Type.Optional(
      Type.Array(oneOf(loadingParts), {
        description:
          "Parts of the service that are still loading, in this order: its code, the database, the migrations of the database, the flights, the search threads. Absent when all are loaded.",
        examples: [["flights", "search_threads"]],
      }),
    ),
    database: detail("True if the database responds and accepts writes. Returned only with the METRICS_TOKEN.", true),
    storage: detail("True if the disk has enough free space for writes. Returned only with the METRICS_TOKEN.", true),
    supply: detail("True if flights can be searched. Returned only with the METRICS_TOKEN.", true),
    clock: detail(
      "True if the clock is within 5 seconds of the database clock. Returned only with the METRICS_TOKEN.",
      true,
    ),
    outboundPaused: detail(
      "True if webhook deliveries, live bookings and payments are paused since a restore. Returned only with the METRICS_TOKEN.",
      false,
    ),
    draining: detail("True if the instance is shutting down. Returned only with the METRICS_TOKEN.", false),
  },
  { title: "Readiness" },
);

/** A readiness check. The instance is ready while every check returns its `ready` value. */
export interface ReadinessCheck {
  /** Member of the response. */
  name: Exclude<keyof typeof ReadinessSchema.properties, "ready" | "loading">;
  /** Value of the check while the instance is ready; true by default. Null if the check does not affect readiness. */
  ready?: boolean | null;
  read: () => boolean | Promise<boolean>;
}

/** Result of a check. `ready` is false if it makes the instance not ready. */
interface ReadinessResult {
  name: ReadinessCheck["name"];
  value: boolean;
  ready: boolean;
}

/** Runs all checks. */
export async function readReadiness(
  checks: readonly ReadinessCheck[],
): Promise<{ ready: boolean; results: ReadinessResult[] }> {
  const results = await Promise.all(
    checks.map(async ({ name, ready = true, read }): Promise<ReadinessResult> => {
      const value = await read();
      return { name, value, ready: ready === null || value === ready };
    }),
  );
  return { ready: results.every((result) => result.ready), results };
}

interface HealthDeps {
  checks: readonly ReadinessCheck[];
  /** Returns the parts of the service that are still loading. */
  loading: () => LoadingPart[];
  access: MetricsAccess;
}

/** Creates the readiness checks of an instance. */
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
    { name: "draining", ready: false, read: () => deps.lifecycle.isShuttingDown() },
  ];
}

export function registerHealth(app: App, { checks, loading, access }: HealthDeps): void {
  app.get(
    "/healthz",
    {
      config: { access: "public", shed: "never" },
      schema: {
        operationId: "getHealth",
        tags: ["Operations"],
        summary: "Check that the process is alive",
        description:
          "Returns 200 while the process can respond, also while it starts. Use it as the liveness probe. It does not access the database.",
        response: {
          200: Type.Object(
            { ok: Type.Boolean({ examples: [true] }) },
            { title: "Health", description: "The process is alive." },
          ),
          ...problemResponses([], { needsKey: false }),
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
          "Returns 200 if this instance can take requests, and 503 otherwise. Use it as the readiness probe of a load balancer. While the service starts, `loading` names the parts that are not loaded yet, and every request except `/healthz` and `/readyz` gets 503 with a `Retry-After` header. The response includes the result of each check only if the METRICS_TOKEN is sent as the bearer token.",
        response: {
          ...problemResponses([], { needsKey: false }),
          200: { ...ReadinessSchema, description: "The instance is ready." },
          503: { ...ReadinessSchema, description: "The instance is starting, not ready or shutting down." },
        },
      },
    },
    async (request, reply) => {
      const { ready, results } = await readReadiness(checks);
      const details = Object.fromEntries(results.map(({ name, value }) => [name, value]));
      const parts = loading();
      return reply
        .code(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({
          ready,
          ...(parts.length > 0 ? { loading: parts } : {}),
          ...(access.isAllowed(request) ? details : {}),
        });
    },
  );
}

/** Returns the parts that load after the service has taken over the requests. */
export function makeLoadingList(deps: { supply: { isReady(): boolean }; lifecycle: Lifecycle }): () => LoadingPart[] {
  return () => (deps.supply.isReady() || deps.lifecycle.isShuttingDown() ? [] : ["search_threads"]);
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
