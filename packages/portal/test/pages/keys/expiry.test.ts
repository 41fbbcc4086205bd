import { expect, test } from "vitest";
import { readExpiryDay, toExpiryDay } from "../../../src/pages/keys/expiry.ts";

test("converts a date to the end of that day in local time and back", () => {
  expect(readExpiryDay("")).toBeNull();
  expect(toExpiryDay(null)).toBe("");
  for (const day of ["2027-01-01", "2028-02-29", "2027-12-31"]) expect(toExpiryDay(readExpiryDay(day))).toBe(day);
  expect(new Date(readExpiryDay("2027-03-05") ?? "").getHours()).toBe(23);
});
