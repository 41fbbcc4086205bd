import { DomainError, type SearchRequest, showRequest } from "@wayfare/contract";
import { expect, test } from "vitest";
import { normalizeRequest, toQuery } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-02T10:30:00Z");
const base = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
const normalize = (changes: Partial<SearchRequest>) => normalizeRequest({ ...base, ...changes }, facts, nowMs);

function errorsOf(request: SearchRequest): unknown {
  try {
    normalizeRequest(request, facts, nowMs);
  } catch (error) {
    if (error instanceof DomainError) return error.errors;
    throw error;
  }
  return [];
}

test("passes conditions on fares and the latest arrival to suppliers, and shows them as requested", () => {
  const bags = { minCarryOnBags: 1, minCheckedBags: 2 };
  const requested = { arriveBy: "2027-01-21T09:00", excludeBasic: true, allowSelfTransfer: true, ...bags };
  const query = toQuery(normalize(requested));
  expect(query.fareTerms).toEqual({ excludeBasic: true, bags: { carryOn: 1, checked: 2 } });
  expect(query.allowSelfTransfer).toBe(true);
  expect(query.latestLocalArrival).toBe(Date.parse("2027-01-21T09:00Z") / 60_000);
  expect(showRequest(normalize(requested))).toMatchObject(requested);
});

test("requests without them are as before", () => {
  const none = { excludeBasic: false, allowSelfTransfer: false, minCarryOnBags: 0, minCheckedBags: 0 };
  const query = toQuery(normalize(none));
  expect(query).toEqual(toQuery(normalize({})));
  expect(query).not.toHaveProperty("fareTerms");
  expect(query).not.toHaveProperty("latestLocalArrival");
});

test.each([
  ["2027-01-18T23:59", "DATE_ORDER", "`arriveBy` must not be before the day before the departure."],
  ["2027-02-30T09:00", "FORMAT", "`arriveBy` has no such date: 2027-02-30."],
])("rejects %s as the latest arrival", (arriveBy, code, detail) => {
  expect(errorsOf({ ...base, arriveBy })).toMatchObject([{ pointer: "/arriveBy", code, detail }]);
});

test("accepts the day before the departure, as flights across the date line arrive then, and flexible days before it", () => {
  expect(errorsOf({ ...base, arriveBy: "2027-01-19T00:00" })).toEqual([]);
  expect(errorsOf({ ...base, arriveBy: "2027-01-17T00:00", flexibleDays: 2 })).toEqual([]);
});

test("rejects a latest arrival together with slices", () => {
  const slices = [base, { origin: "LHR", destination: "JFK", departureDate: "2027-01-27" }];
  expect(errorsOf({ slices, arriveBy: "2027-01-21T09:00" })).toMatchObject([
    { pointer: "/arriveBy", code: "INVALID", detail: "Use either `slices` or `arriveBy`, not both." },
  ]);
});
