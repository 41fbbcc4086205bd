import { describe, onTestFinished } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { makePostgresLog } from "../../src/requests/postgres-log.ts";
import { testRequestLog } from "./conformance.ts";
import { insertRecords } from "./insert-records.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  testRequestLog(async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    return { log: makePostgresLog(database), write: (records) => insertRecords(database, records) };
  });
});
