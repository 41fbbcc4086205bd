import { expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { expectConsistentLedger } from "../billing-invariants.ts";
import { startCollection } from "./test-collection.ts";

/** Tests that one valid order is collected among many that cannot be charged, on both databases. */
export function testManyOrders(broken: number): void {
  test.each(testDatabaseKinds)(
    `on %s, charges a valid order once by two workers, without delay by ${broken} orders that cannot be charged`,
    async (kind) => {
      const { database, behaveTo, collect, addOrder, orderOf, asked: requests, cash } = await startCollection(kind);
      for (let at = 0; at < broken; at++) {
        behaveTo(`cus_broken_${at}`, at % 2 === 0 ? "rejects the customer" : "limits the rate");
        await addOrder(`cus_broken_${at}`);
      }
      const { accountId } = await addOrder("cus_good");
      const claimed = await Promise.all([collect(), collect()]);
      expect(claimed.reduce((sum, count) => sum + count)).toBe(broken + 1);
      expect(await orderOf(accountId)).toEqual({ status: "succeeded", failure: null, tries: 1 });
      expect(await cash()).toBe(4900);
      expect(requests.filter(({ form }) => form.customer === "cus_good")).toHaveLength(1);
      await expectConsistentLedger(database);
    },
  );
}
