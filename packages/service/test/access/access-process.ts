/**
 * Child process of access-processes.ts: the whole app on the PostgreSQL database of argv[2], with a clock and a supplier that the parent
 * controls. With argv[3] "deaf" it ignores notifications of other processes; with "quick" its supplier responds by itself. Exits with its
 * parent.
 */
import { openPostgres } from "@wayfare/database";
import type { ToParent, ToProcess } from "../access-processes.ts";
import { runProcessApp } from "../process-app.ts";
import { startMs } from "../running-app.ts";
import { makeFlight, makeSupply, supplierOf, supplierWith } from "../sample-supply.ts";

const [connectionString = "", kind] = process.argv.slice(2);
let nowMs = startMs;
let release = Promise.withResolvers<void>();

const send = (message: ToParent): void => void process.send?.(message);

const opened = await openPostgres({ connectionString, max: 4 });
const database = kind === "deaf" ? { ...opened, listen: async () => async () => {} } : opened;
const slow = supplierWith("slow", async () => {
  send({ searching: true });
  await release.promise;
  return { flights: [makeFlight()] };
});

process.on("message", (message: ToProcess) => {
  if ("nowMs" in message) {
    nowMs = message.nowMs;
    send({ nowMs });
  } else {
    release.resolve();
    release = Promise.withResolvers();
  }
});
const supply = makeSupply([kind === "quick" ? supplierOf("quick", [makeFlight()]) : slow]);
const clock = { nowMs: () => nowMs };
send({ url: await runProcessApp(opened, { database, supply, clock, rateLimitFactor: 1000 }) });
