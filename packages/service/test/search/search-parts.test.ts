import { newId } from "@wayfare/contract";
import { normalizeRequest } from "@wayfare/search";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { closestWord } from "../../src/http/closest-word.ts";
import { findRepeatedMember } from "../../src/http/repeated-members.ts";
import { deleteOldSearches, makeSearchStore } from "../../src/search/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { makeSupply } from "../sample-supply.ts";

test("a member name that stands twice is found wherever it is, and none where there is none", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const clean = JSON.stringify(JSON.parse(text));
      expect(findRepeatedMember(clean)).toBe(clean.includes('"__proto__":') ? "__proto__" : undefined);
      expect(findRepeatedMember(`[{"a":${clean},"b":1,"a" :2}]`)).toBeTypeOf("string");
    }),
    { seed: 20_261_121 },
  );
});

test("a near word is suggested, a far one is not", () => {
  const known = ["departureDate", "returnDate", "cabin"];
  expect(closestWord("depatureDate", known)).toBe("departureDate");
  expect(closestWord("departure_date", known)).toBe("departureDate");
  expect(closestWord("x", known)).toBeUndefined();
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("searches go after a day", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const accountId = await createAccount(database, "Test", 0);
    const asked = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
    const request = normalizeRequest(asked, makeSupply([]), Date.UTC(2027, 0, 1));
    const store = makeSearchStore(database, makeSupply([]).gazetteer);
    const owner = { accountId, environment: "test", applicationId: null } as const;
    const kept = { ...owner, keyId: "ak_1", request, expiresAtMs: 1000, versions: "sandbox=w" };
    const old = { ...kept, id: newId("srch", 0), searchedAtMs: 0 };
    // Test data of a clock that is ahead: its id holds the wall clock.
    const ahead = { ...kept, id: newId("srch", 0), searchedAtMs: 10_000 };
    const young = { ...kept, id: newId("srch", 1), searchedAtMs: 1 };
    // Test data that an older version wrote ten years ahead.
    const far = { ...kept, id: newId("srch", 10 * 365 * 86_400_000), searchedAtMs: 10 * 365 * 86_400_000 };
    await Promise.all([old, ahead, young, far].map((search) => store.keep(search)));
    expect(await store.find(old.id, owner)).toEqual(old);
    // A row of an earlier version: a code that names a city meant the city.
    const earlier = { ...old, id: newId("srch", 2) };
    await store.keep(earlier);
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
