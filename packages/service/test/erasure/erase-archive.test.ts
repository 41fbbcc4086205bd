import { expect, test } from "vitest";
import { makeArchiveStore } from "../../src/erasure/erase-archive.ts";

test("erases the archive of an account, and nothing for a user", async () => {
  const erased: string[] = [];
  const store = makeArchiveStore({
    erase: async (accountId) => {
      erased.push(accountId);
    },
  });
  await store.erase({ type: "user", id: "usr_1", accountId: "acct_1" });
  expect(erased).toEqual([]);
  await store.erase({ type: "account", id: "acct_1", accountId: "acct_1" });
  expect(erased).toEqual(["acct_1"]);
});
