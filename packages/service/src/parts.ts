/**
 * The code of the service in parts that load one after another, so that the main thread responds to health checks in between: evaluating all
 * modules at once blocks it for a second. The list has the modules that are slow to load, in the order of their dependencies.
 */
import { setImmediate as nextTurn } from "node:timers/promises";

const parts: readonly (() => Promise<unknown>)[] = [
  () => import("@wayfare/egress"),
  () => import("pino"),
  () => import("pino-pretty"),
  () => import("fastify"),
  () => import("@fastify/static"),
  () => import("@fastify/swagger"),
  () => import("@fastify/fast-json-stringify-compiler"),
  () => import("prom-client"),
  () => import("@wayfare/database"),
  () => import("@wayfare/engine"),
  () => import("@wayfare/world"),
  () => import("@wayfare/suppliers"),
  () => import("@wayfare/search"),
  () => import("@wayfare/webhooks"),
  () => import("@wayfare/billing"),
  () => import("@wayfare/mcp"),
  () => import("openid-client"),
  () => import("./http/openapi.ts"),
  () => import("./operator/commands/commands.ts"),
  () => import("./identity/routes.ts"),
  () => import("./bookings/routes.ts"),
  () => import("./app/app.ts"),
  () => import("./app/sandbox-supply.ts"),
  () => import("./app/main.ts"),
];

/** Loads the service. */
export async function loadService() {
  for (const load of parts) {
    await load();
    await nextTurn();
  }
  return import("./index.ts");
}
