import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { type AppDeps, buildApp } from "../src/app/app.ts";
import { startMs, testSecrets, withoutShedding } from "./running-app.ts";
import { makeFlight, makeSupply, supplierOf } from "./sample-supply.ts";

/**
 * Runs the whole app in the current process until its parent exits.
 *
 * @param opened closed at the end; `deps` may contain another database that wraps it
 * @returns its URL.
 */
export async function runProcessApp(opened: Database, parts: Partial<AppDeps> = {}): Promise<string> {
  const app = await buildApp({
    database: opened,
    supply: makeSupply([supplierOf("sandbox", [makeFlight()])]),
    secrets: testSecrets,
    clock: { nowMs: () => startMs },
    publicUrl: "http://localhost:8080",
    trustProxy: [],
    keyAllowlist: [],
    searchDeadlineMs: 60_000,
    ...withoutShedding,
    log: pino({ enabled: false }),
    ...parts,
  });
  process.on("disconnect", () => {
    void app.close().then(() => opened.close());
  });
  return app.listen({ host: "127.0.0.1", port: 0 });
}
