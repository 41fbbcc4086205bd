import { loadFacts } from "@wayfare/world";
import { expect, test } from "vitest";
import { listReference } from "../../src/app/reference-lists.ts";
import { describeFacts } from "../../src/app/search-facts.ts";

test("lists a program up to its last day, and the programs of each day that searches accept", () => {
  const facts = loadFacts();
  const { listPrograms } = listReference(facts);
  const { listPrograms: listAccepted } = describeFacts(facts);
  const endMs = Date.parse("2026-05-02T00:00:00Z");
  const codesAt = (nowMs: number) => listPrograms(nowMs).map(({ code }) => code);
  expect([codesAt(endMs - 1).includes("spirit"), codesAt(endMs).includes("spirit")]).toEqual([true, false]);
  for (const nowMs of [endMs - 1, endMs]) expect(codesAt(nowMs)).toEqual([...listAccepted(nowMs)]);
});
