/**
 * Run by access-processes.ts as a process of its own: the whole app over the PostgreSQL of argv[2], with a clock and a
 * supplier that the parent moves. It hears what other processes announce unless argv[3] is "deaf"; the supplier of a "quick" one
 * answers by itself. It ends with its parent.
 */
import { openPostgres } from "@wayfare/database";
import { pino } from "pino";
import { buildApp } from "../../src/app/app.ts";
import type { ToParent, ToProcess } from "../access-processes.ts";
import { calm, startMs, testSecrets } from "../running-app.ts";
import { makeFlight, makeSupply, supplierOf, supplierWith } from "../sample-supply.ts";

const [connectionString = "", kind] = process.argv.slice(2);
let nowMs = startMs;
let release = Promise.withResolvers<void>();

const tell = (message: ToParent): void => void process.send?.(message);

const opened = await openPostgres({ connectionString, max: 4 });
const database = kind === "deaf" ? { ...opened, listen: async () => async () => {} } : opened;
const slow = supplierWith("slow", async () => {
  tell({ searching: true });
  await release.promise;
  return { flights: [makeFlight()] };
});
const app = await buildApp({
  database,
  supply: makeSupply([kind === "quick" ? supplierOf("quick", [makeFlight()]) : slow]),
  secrets: testSecrets,
  clock: { nowMs: () => nowMs },
  publicUrl: "http://localhost:8080",
  trustProxy: [],
  keyAllowlist: [],
  searchDeadlineMs: 60_000,
  ...calm,
  rateLimitFactor: 1000,
  log: pino({ enabled: false }),
});

process.on("message", (message: ToProcess) => {
  if ("nowMs" in message) {
    nowMs = message.nowMs;
    tell({ nowMs });
  } else {
    release.resolve();
    release = Promise.withResolvers();
  }
});
process.on("disconnect", () => {
  void app.close().then(() => opened.close());
});
tell({ url: await app.listen({ host: "127.0.0.1", port: 0 }) });
