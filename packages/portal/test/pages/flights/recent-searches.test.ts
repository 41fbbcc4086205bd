import { expect, test } from "vitest";
import { addSearch, readSearches, writeSearches } from "../../../src/pages/flights/recent-searches.ts";

const search = { from: "city:NYC", to: "city:LON", depart: "2027-01-20" };

function memory(text: string | null = null) {
  const items = new Map(text === null ? [] : [["wayfare.searches.acct_a", text]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

test("adds a search at the front, once, without filters and open details", () => {
  const first = addSearch([], { ...search, airline: "BA", open: "flt_00000000000000000000000000", order: "price" });
  expect(first).toEqual([search]);
  const second = addSearch(first, { ...search, cabin: "business" });
  expect(addSearch(second, search)).toEqual([search, { ...search, cabin: "business" }]);
});

test("keeps eight searches", () => {
  let searches = [search];
  for (let day = 10; day < 30; day++)
    searches = addSearch(searches, { ...search, depart: `2027-02-${day}` }) as typeof searches;
  expect(searches).toHaveLength(8);
  expect(searches[0]?.depart).toBe("2027-02-29");
});

test("stores searches by account, and leaves out days that have passed", () => {
  const storage = memory();
  writeSearches(storage, "acct_a", [search, { ...search, depart: "2026-01-01" }]);
  expect(readSearches(storage, "acct_a", "2026-11-23")).toEqual([search]);
  expect(readSearches(storage, "acct_b", "2026-11-23")).toEqual([]);
});

test.each(["not JSON", "{}", "[1, null, {}]", '[{"from":"x y","to":5}]'])("ignores the stored text %s", (text) => {
  expect(readSearches(memory(text), "acct_a", "2026-11-23")).toEqual([]);
});
