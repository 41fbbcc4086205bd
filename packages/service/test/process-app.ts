import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { type AppParts, buildApp } from "../src/app/app.ts";
import { calm, startMs, testSecrets } from "./running-app.ts";
import { makeFlight, makeSupply, supplierOf } from "./sample-supply.ts";

/**
 * Runs the whole app in a process of a test's own, until its parent has gone.
 *
 * @param opened is closed at the end; `parts` may name another database, which wraps it.
 * @returns its URL.
 */
export async function runProcessApp(opened: Database, parts: Partial<AppParts> = {}): Promise<string> {
  const app = await buildApp({
    database: opened,
    supply: makeSupply([supplierOf("sandbox", [makeFlight()])]),
    secrets: testSecrets,
    clock: { nowMs: () => startMs },
    publicUrl: "http://localhost:8080",
    trustProxy: [],
    keyAllowlist: [],
    searchDeadlineMs: 60_000,
    ...calm,
    log: pino({ enabled: false }),
    ...parts,
  });
  process.on("disconnect", () => {
    void app.close().then(() => opened.close());
  });
  return app.listen({ host: "127.0.0.1", port: 0 });
}
