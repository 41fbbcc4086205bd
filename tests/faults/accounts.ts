import { accountScopes } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { createAccount, insertKey } from "@wayfare/service";
import { startMs, testSecrets } from "../../packages/service/test/running-app.ts";

export interface Account {
  accountId: string;
  testKey: string;
  liveKey: string;
}

/** Creates an account whose plan limits no request of the tests. */
export async function makeAccount(database: Database): Promise<Account> {
  const accountId = await createAccount(database, "Test", startMs);
  await database.execute("UPDATE accounts SET plan = 'scale' WHERE id = $1", [accountId]);
  const makeKey = async (environment: "test" | "live") =>
    (
      await insertKey(database, testSecrets, {
        accountId,
        environment,
        name: environment,
        scopes: accountScopes,
        nowMs: startMs,
      })
    ).rawKey;
  return { accountId, testKey: await makeKey("test"), liveKey: await makeKey("live") };
}
