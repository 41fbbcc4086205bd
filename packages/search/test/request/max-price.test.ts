import { DomainError } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { narrowRequest } from "../../src/pipeline/current-offer.ts";
import { normalizeRequest, readStoredRequest, toQuery, toStoredRequest } from "../../src/request/normalize.ts";
import { normalizeCalendar } from "../../src/request/normalize-calendar.ts";
import { normalizeExplore } from "../../src/request/normalize-explore.ts";
import { facts } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-02T10:30:00Z");
const search = { origin: "JFK", destination: "LHR", departureDate: "2027-02-10" };
const range = { from: "2027-02-10", to: "2027-02-11" };
const maxPrice = (amount: string, currency = "USD") => ({ maxPrice: { amount, currency } });

function errorsOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    return error instanceof DomainError ? error.errors?.map(({ pointer, code }) => [pointer, code]) : error;
  }
  return [];
}

describe("maxPrice of a request", () => {
  test("is passed to suppliers in minor units of the currency", () => {
    const query = (members: object) => toQuery(normalizeRequest({ ...search, ...members }, facts, nowMs));
    expect(query(maxPrice("450.5")).maxPrice).toBe(45_050);
    expect(query({ currency: "JPY", ...maxPrice("70000", "JPY") }).maxPrice).toBe(70_000);
    expect(query(maxPrice("0")).maxPrice).toBe(0);
    expect(query({})).not.toHaveProperty("maxPrice");
  });

  test("is passed by calendars and explorations", () => {
    const { origin, destination } = search;
    const calendar = normalizeCalendar(
      { origin, destination, departureDates: range, ...maxPrice("450") },
      facts,
      nowMs,
    );
    expect(toQuery(calendar.search).maxPrice).toBe(45_000);
    const request = { origin, destinations: [destination], departureDates: range, ...maxPrice("450") };
    expect(toQuery(normalizeExplore(request, facts, nowMs).search).maxPrice).toBe(45_000);
  });

  test.each([
    ["another currency", maxPrice("450", "EUR")],
    ["an unknown currency", maxPrice("450", "XXX")],
    ["too many decimals", maxPrice("450.555")],
    ["a negative amount", maxPrice("-1")],
  ])("is refused with %s", (_name, members) => {
    const wrong = [["/maxPrice", "INVALID"]];
    const { origin, destination } = search;
    expect(errorsOf(() => normalizeRequest({ ...search, ...members }, facts, nowMs))).toEqual(wrong);
    expect(
      errorsOf(() => normalizeCalendar({ origin, destination, departureDates: range, ...members }, facts, nowMs)),
    ).toEqual(wrong);
    const explore = { origin, destinations: [destination], departureDates: range, ...members };
    expect(errorsOf(() => normalizeExplore(explore, facts, nowMs))).toEqual(wrong);
  });

  test("is kept with a stored request, and left out when an offer is searched again", () => {
    const request = normalizeRequest({ ...search, ...maxPrice("450") }, facts, nowMs);
    expect(readStoredRequest(toStoredRequest(request), facts.gazetteer)).toEqual(request);
    const flight = { slices: [], cash: [], award: [], emissions: null };
    expect(narrowRequest(request, { flight })).not.toHaveProperty("maxPrice");
  });
});
