/** Process of worker-crash.full.test.ts: a dispatcher in real time on the database of argv[2], as the service starts it. */
import { openPostgres } from "@wayfare/database";
import { createGuardedClient } from "@wayfare/egress";
import { startDispatcher } from "../../src/dispatcher/dispatcher.ts";
import { reversingBox } from "../signing/reversing-box.ts";

const database = await openPostgres({ connectionString: process.argv[2] ?? "", max: 4 });
const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
await startDispatcher({
  database,
  client: createGuardedClient({ rules, timeoutMs: 15_000, maxBodyBytes: 65_536 }),
  box: reversingBox,
  clock: { nowMs: Date.now },
  log: { error: (details, message) => console.error(message, details) },
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
