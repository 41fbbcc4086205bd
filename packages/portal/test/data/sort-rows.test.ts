import { expect, test } from "vitest";
import { nextSort, sortRows } from "../../src/data/sort-rows.ts";

const sortTexts = (rows: (string | null)[], descending = false) => sortRows(rows, (row) => row, descending);

test("sorts texts as people do: numbers in them by size, whatever the case", () => {
  expect(sortTexts(["Key 10", "key 2", "apple", "Äpfel", "Zebra"])).toEqual([
    "Äpfel",
    "apple",
    "key 2",
    "Key 10",
    "Zebra",
  ]);
});

test("puts missing values last in both directions", () => {
  expect(sortTexts(["b", null, "a"])).toEqual(["a", "b", null]);
  expect(sortTexts(["b", null, "a"], true)).toEqual(["b", "a", null]);
});

test("keeps the order of equal rows", () => {
  const rows = [
    { id: 1, value: 5 },
    { id: 2, value: 3 },
    { id: 3, value: 5 },
  ];
  expect(sortRows(rows, ({ value }) => value, true).map(({ id }) => id)).toEqual([1, 3, 2]);
});

test("a header sorts ascending, then descending, then not", () => {
  const ascending = nextSort("Name", undefined);
  expect(ascending).toEqual({ by: "Name", descending: false });
  const descending = nextSort("Name", ascending);
  expect(descending).toEqual({ by: "Name", descending: true });
  expect(nextSort("Name", descending)).toBeUndefined();
});
