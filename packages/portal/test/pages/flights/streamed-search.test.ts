import { assembleSearch, type SearchPart } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { addPart, type StreamedSearch } from "../../../src/pages/flights/streamed-search.ts";
import { makeSlice } from "./itineraries.ts";
import { makeFlight, makeOption } from "./priced-flights.ts";

const slice = makeSlice(["JFK", "LIS", "2027-01-20T18:25:00-05:00", "2027-01-21T06:10:00+00:00"]);
const flight = (id: string, amount: string) => makeFlight(id, slice, { amount });
const place = { name: "A", city: "B", country: "US", latitude: 1, longitude: 2 };
const dictionaries = (code: string) => ({ places: { [code]: place }, airlines: {}, aircraft: {}, programs: {} });
const row = (source: string) => ({
  source,
  status: "ok" as const,
  reason: null,
  received: 1,
  offers: 1,
  dropped: [],
  tookMs: 5,
  observedAt: null,
  coverage: 1,
});

const header: SearchPart = {
  type: "search",
  id: "srch_1",
  environment: "test",
  view: "full",
  request: {
    origin: { code: "JFK", kind: "airport" },
    destination: { code: "LIS", kind: "airport" },
    departureDate: "2027-01-20",
    returnDate: null,
    cabin: "economy",
    cabinMatch: "main",
    travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
    includeCash: true,
    includeAward: false,
    maxStops: 2,
    limit: 50,
    currency: "USD",
    sort: "price",
    profile: "leisure",
    allOffers: false,
  },
  createdAt: "2026-11-21T07:00:00Z",
  expiresAt: "2026-11-21T07:15:00Z",
};
const parts: SearchPart[] = [
  header,
  { type: "supply", supply: row("second") },
  { type: "flights", flights: [flight("a", "300.00"), flight("b", "400.00")], dictionaries: dictionaries("JFK") },
  { type: "supply", supply: row("first") },
  { type: "flights", flights: [flight("b", "200.00"), flight("c", "250.00")], dictionaries: dictionaries("LIS") },
  { type: "scoreOptions", scoreOptions: [makeOption(1, "b"), makeOption(2, "c")] },
  {
    type: "done",
    flightIds: ["b", "c"],
    dictionaries: { ...dictionaries("JFK"), ...dictionaries("LIS") },
    supply: [row("first"), row("second")],
    simulated: true,
    warnings: [{ code: "TAX_RATES_OUTDATED", detail: "GB (2027-03-31)" }],
  },
];
const addAll = (added: readonly SearchPart[]) => added.reduce<StreamedSearch | null>(addPart, null);

test("shows the flights, names and suppliers of the parts so far", () => {
  expect(addAll(parts.slice(0, 1))?.response).toMatchObject({
    flights: [],
    supply: [],
    warnings: [],
    scoreOptions: [],
  });
  expect(addAll(parts)?.response.warnings).toHaveLength(1);
  const partial = addAll(parts.slice(0, 5));
  expect(partial?.isComplete).toBe(false);
  expect(partial?.response.flights.map(({ id, cash }) => [id, cash[0]?.total.amount])).toStrictEqual([
    ["a", "300.00"],
    ["b", "200.00"],
    ["c", "250.00"],
  ]);
  expect(Object.keys(partial?.response.dictionaries.places ?? {})).toStrictEqual(["JFK", "LIS"]);
  expect(partial?.response.supply.map(({ source }) => source)).toStrictEqual(["second", "first"]);
});

test("equals the assembled response after the last part", () => {
  expect(addAll(parts)).toStrictEqual({ response: assembleSearch(parts), isComplete: true });
});

test("starts over with the first part of another attempt", () => {
  expect(addAll([...parts, header])).toStrictEqual(addAll([header]));
  expect(addAll(parts.slice(1))).toBeNull();
});
