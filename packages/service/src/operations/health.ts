import type { Database } from "@wayfare/database";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import type { Lifecycle } from "../http/lifecycle.ts";
import { findPause } from "../pause/store.ts";
import type { Supply } from "../supply.ts";
import { within } from "../within.ts";

const ReadinessSchema = Type.Object({
  ready: Type.Boolean({ description: "Whether requests should come here.", examples: [true] }),
  database: Type.Boolean({ description: "Whether the database answers.", examples: [true] }),
  supply: Type.Boolean({ description: "Whether flights can be searched.", examples: [true] }),
  outboundPaused: Type.Boolean({
    description: "Whether webhook deliveries, live bookings and payments are off since a restore.",
    examples: [false],
  }),
  draining: Type.Boolean({ description: "Whether the instance is going down.", examples: [false] }),
});

interface HealthParts {
  database: Database;
  supply: Supply;
  lifecycle: Lifecycle;
}

export function registerHealth(app: App, parts: HealthParts): void {
  app.get(
    "/healthz",
    {
      config: { access: "public", shed: "never" },
      schema: {
        operationId: "getHealth",
        tags: ["Operations"],
        summary: "Whether the process is alive",
        response: { 200: Type.Object({ ok: Type.Boolean({ examples: [true] }) }, { description: "Alive." }) },
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
        summary: "Whether requests should come here",
        response: {
          200: { ...ReadinessSchema, description: "Ready." },
          503: { ...ReadinessSchema, description: "Not ready, or going down." },
        },
      },
    },
    async (_request, reply) => {
      const draining = parts.lifecycle.isDraining();
      const database = await answersInTime(parts.database);
      const supply = parts.supply.isReady();
      const outboundPaused = database && (await isPaused(parts.database));
      const ready = database && supply && !draining;
      return reply
        .code(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ ready, database, supply, outboundPaused, draining });
    },
  );
}

const patienceMs = 2000;

function answersInTime(database: Database): Promise<boolean> {
  return within(patienceMs, database.query("SELECT 1")).then(
    () => true,
    () => false,
  );
}

function isPaused(database: Database): Promise<boolean> {
  return within(patienceMs, findPause(database)).then(
    (pause) => pause !== undefined,
    () => false,
  );
}
