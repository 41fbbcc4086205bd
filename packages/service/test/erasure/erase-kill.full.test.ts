import type { Database, Queryable } from "@wayfare/database";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { runErasures, settleMs } from "../../src/erasure/run-erasures.ts";
import { requestErasure } from "../../src/erasure/store.ts";
import { accountSteps } from "../../src/erasure/treatments.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs, testSecrets } from "../running-app.ts";
import { plantAccount } from "./planted-rows.ts";
import { findTables, readTexts } from "./scan.ts";

const log = pino({ enabled: false });
const { signal } = new AbortController();

/** Ends a run like the death of its process. */
class Death extends Error {}

/** A database whose client dies at its n-th transaction: before the commit, or after it without an answer. */
function dyingAt(database: Database, number: number, when: "before" | "after"): Database {
  let transactions = 0;
  return {
    ...database,
    async transaction<T>(work: (tx: Queryable) => Promise<T>) {
      const isLast = ++transactions === number;
      const result = await database.transaction(async (tx) => {
        const worked = await work(tx);
        if (isLast && when === "before") throw new Death();
        return worked;
      });
      if (isLast) throw new Death();
      return result;
    },
  };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test.each(["before", "after"] as const)(
    "an erasure that dies %s the commit of each step ends with the same rows",
    async (when) => {
      const { database, drop } = await createTestDatabase(kind);
      await createAccount(database, "Operators", startMs, { isOperator: true });
      let nowMs = startMs;
      const deps = { clock: { nowMs: () => nowMs }, log, secrets: testSecrets };
      const erase = async (id: string) => {
        await database.execute("UPDATE accounts SET closes_at = $2, erased_at = $2 WHERE id = $1", [
          id,
          new Date(nowMs),
        ]);
        await requestErasure(database, { type: "account", id, accountId: id }, nowMs);
      };
      const whole = await plantAccount(database, { tag: "ada", number: 77 });
      await erase(whole.id);
      await runErasures({ ...deps, database }, signal);
      const killed = await plantAccount(database, { tag: "bob", number: 88 });
      nowMs += 1;
      await erase(killed.id);
      let deaths = 0;
      for (let number = 1; ; number++) {
        const died = await runErasures({ ...deps, database: dyingAt(database, number, when) }, signal).then(
          () => false,
          (error: unknown) => error instanceof Death,
        );
        if (!died) break;
        deaths++;
        // The lease of the dead process ends.
        nowMs += 61_000;
      }
      expect(deaths).toBeGreaterThan(accountSteps.length);
      const texts = await readTexts(database);
      expect(findTables(texts, /planted-|198\.51\.100\.(77|88)|\+44207946/)).toEqual([]);
      const [first, second] = await Promise.all([whole, killed].map(({ id }) => readErasedRows(database, id)));
      expect(second).toEqual(first);
      nowMs += settleMs;
      await runErasures({ ...deps, database }, signal);
      const open = await database.query("SELECT id FROM erasures WHERE completed_at IS NULL LIMIT 10");
      expect(open).toEqual([]);
      await drop();
    },
  );
});

async function readErasedRows(database: Database, id: string): Promise<object> {
  const [row] = await database.query<{ erased_rows: object }>(
    "SELECT erased_rows FROM erasures WHERE subject_id = $1",
    [id],
  );
  return row?.erased_rows ?? {};
}
