import { newId } from "@wayfare/contract";
import { normalizeRequest } from "@wayfare/search";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { closestWord } from "../../src/http/closest-word.ts";
import { findDuplicateMember } from "../../src/http/duplicate-members.ts";
import { deleteOldSearches, makeSearchStore } from "../../src/search/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { makeSupply } from "../sample-supply.ts";

test("finds a duplicate JSON member at any depth, and none if there is none", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const clean = JSON.stringify(JSON.parse(text));
      expect(findDuplicateMember(clean)).toBe(clean.includes('"__proto__":') ? "__proto__" : undefined);
      expect(findDuplicateMember(`[{"a":${clean},"b":1,"a" :2}]`)).toBeTypeOf("string");
    }),
    { seed: 20_261_121 },
  );
});

test("suggests a similar word, but not a different one", () => {
  const known = ["departureDate", "returnDate", "cabin"];
  expect(closestWord("depatureDate", known)).toBe("departureDate");
  expect(closestWord("departure_date", known)).toBe("departureDate");
  expect(closestWord("x", known)).toBeUndefined();
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("deletes searches after a day", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const accountId = await createAccount(database, "Test", 0);
    const body = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
    const request = normalizeRequest(body, makeSupply([]), Date.UTC(2027, 0, 1));
    const store = makeSearchStore(database, makeSupply([]).gazetteer);
    const owner = { accountId, environment: "test", applicationId: null } as const;
    const search = { ...owner, keyId: "ak_1", request, expiresAtMs: 1000, versions: "sandbox=w" };
    const old = { ...search, id: newId("srch", 0), searchedAtMs: 0 };
    // Test data with an advanced test clock: its id has the wall-clock time.
    const ahead = { ...search, id: newId("srch", 0), searchedAtMs: 10_000 };
    const young = { ...search, id: newId("srch", 1), searchedAtMs: 1 };
    // Test data written ten years ahead by an older version.
    const far = { ...search, id: newId("srch", 10 * 365 * 86_400_000), searchedAtMs: 10 * 365 * 86_400_000 };
    await Promise.all([old, ahead, young, far].map((each) => store.insert(each)));
    expect(await store.find(old.id, owner)).toEqual(old);
    // A row of an earlier version, in which a code shared by a city and an airport meant the city.
    const earlier = { ...old, id: newId("srch", 2) };
    await store.insert(earlier);
    await database.execute(
      `UPDATE searches SET request = (request - 'originKind' - 'destinationKind') || '{"origin":"NYC","destination":"LHR"}'
       WHERE id = $1`,
      [earlier.id],
    );
    expect((await store.find(earlier.id, owner))?.request).toMatchObject({
      origin: { code: "NYC", kind: "city" },
      destination: { code: "LHR", kind: "airport" },
    });
    expect(await deleteOldSearches(database, 86_400_001, 100)).toBe(3);
    expect(await store.find(old.id, owner)).toBeUndefined();
    expect(await store.find(ahead.id, owner)).toBeUndefined();
    expect(await store.find(young.id, owner)).toEqual(young);
  });
});
