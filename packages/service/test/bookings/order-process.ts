/**
 * Child process of order-crash.long.test.ts: the whole app on the PostgreSQL database of argv[2], with orders at the double of Duffel at
 * argv[3]. It kills itself `before` or `after` (argv[4]) the commit of the first transaction that changes a row with a statement that contains argv[5].
 */

import { type Database, openPostgres, type Queryable } from "@wayfare/database";
import { createGuardedClient } from "@wayfare/egress";
import { createLiveSuppliers, sandboxName } from "@wayfare/suppliers";
import { places } from "../../../suppliers/test/places.ts";
import { TestAccess } from "../live-access.ts";
import { runProcessApp } from "../process-app.ts";
import { startMs } from "../running-app.ts";
import { makeFlight, supplierOf, supplyOf } from "../sample-supply.ts";

const [, , connectionString = "", duffelUrl = "", when, statement = ""] = process.argv;
const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
const egress = createGuardedClient({ rules, timeoutMs: 60_000, maxBodyBytes: 1_000_000 });
const setup = { duffel: { baseUrl: duffelUrl }, seatsAero: false, ignav: false, http: [] } as const;
const liveSuppliers = createLiveSuppliers(setup, { places, egress, nowMs: () => startMs });
const sandbox = { supplier: supplierOf(sandboxName, [makeFlight()]), slot: 0, partitions: ["test", "live"] } as const;

const opened = await openPostgres({ connectionString, max: 4 });
const url = await runProcessApp(opened, {
  database: statement === "" ? opened : dyingAt(opened),
  supply: { ...supplyOf([sandbox, ...liveSuppliers]), liveSuppliers },
  supplierAccess: new TestAccess(["duffel"]),
  orders: { waitMs: 60_000, reconcileEveryMs: 20 },
});
process.send?.({ url });

function dyingAt(database: Database): Database {
  return {
    ...database,
    async transaction(work) {
      const found = { isReached: false };
      const result = await database.transaction(async (tx) => {
        const worked = await work(listening(tx, found));
        if (found.isReached && when === "before") process.kill(process.pid, "SIGKILL");
        return worked;
      });
      if (found.isReached) process.kill(process.pid, "SIGKILL");
      return result;
    },
  };
}

/** Notes the first statement that contains the given one and changes a row. */
function listening(db: Queryable, found: { isReached: boolean }): Queryable {
  return {
    async query<Row extends object>(sql: string, params?: Parameters<Queryable["query"]>[1]) {
      const rows = await db.query<Row>(sql, params);
      found.isReached ||= rows.length > 0 && sql.includes(statement);
      return rows;
    },
    async execute(sql, params) {
      const count = await db.execute(sql, params);
      found.isReached ||= count > 0 && sql.includes(statement);
      return count;
    },
    script: (sql) => db.script(sql),
  };
}
