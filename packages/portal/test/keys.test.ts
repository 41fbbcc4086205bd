import { expect, test } from "vitest";
import { readExpiryDay, toExpiryDay } from "../src/pages/keys/expiry.ts";
import { readKeyFilters } from "../src/pages/keys/filters.ts";
import { readScopes } from "../src/pages/keys/scope-choice.tsx";

test("a day is the end of that day where the reader is, and stands in the field as it was chosen", () => {
  expect(readExpiryDay("")).toBeNull();
  expect(toExpiryDay(null)).toBe("");
  for (const day of ["2027-01-01", "2028-02-29", "2027-12-31"]) expect(toExpiryDay(readExpiryDay(day))).toBe(day);
  expect(new Date(readExpiryDay("2027-03-05") ?? "").getHours()).toBe(23);
});

test("an address filters by state, application and idleness, and what else it holds is left out", () => {
  const applicationId = `app_${"0".repeat(26)}`;
  expect(readKeyFilters({ status: "revoked", applicationId, idle: true })).toEqual({
    status: "revoked",
    applicationId,
    idle: true,
  });
  expect(readKeyFilters({ status: "gone", applicationId: "app_1", idle: "yes", page: 2 })).toEqual({});
});

test("the scopes of a form are those that are ticked, in one order", () => {
  const form = new FormData();
  for (const name of ["usage.write", "name", "flights.search"]) form.set(name, "on");
  expect(readScopes(form)).toEqual(["flights.search", "usage.write"]);
});
