import { describe, expect, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../test-databases.ts";
import { describeConformance } from "./conformance.ts";

describe.each(testDatabaseKinds)("%s", (kind) => {
  describeConformance(() => createTestDatabase(kind));

  test("rejects statements after close with CLOSED; a second close does nothing", async () => {
    const { database, drop } = await createTestDatabase(kind);
    expect(database.engine).toBe(kind);
    await database.close();
    await database.close();
    await expect(database.query("SELECT 1")).rejects.toMatchObject({ name: "DatabaseError", code: "CLOSED" });
    await expect(database.transaction(async () => 1)).rejects.toMatchObject({ code: "CLOSED" });
    await drop();
  });
});
