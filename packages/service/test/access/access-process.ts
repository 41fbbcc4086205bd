/**
 * Run by access-processes.ts as a process of its own: the whole app over the PostgreSQL of argv[2], with a clock and a
 * supplier that the parent moves. It hears what other processes announce unless argv[3] is "deaf"; the supplier of a "quick" one
 * answers by itself. It ends with its parent.
 */
import { openPostgres } from "@wayfare/database";
import type { ToParent, ToProcess } from "../access-processes.ts";
import { runProcessApp } from "../process-app.ts";
import { startMs } from "../running-app.ts";
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

process.on("message", (message: ToProcess) => {
  if ("nowMs" in message) {
    nowMs = message.nowMs;
    tell({ nowMs });
  } else {
    release.resolve();
    release = Promise.withResolvers();
  }
});
const supply = makeSupply([kind === "quick" ? supplierOf("quick", [makeFlight()]) : slow]);
const clock = { nowMs: () => nowMs };
tell({ url: await runProcessApp(opened, { database, supply, clock, rateLimitFactor: 1000 }) });
