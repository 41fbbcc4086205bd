import { createIgnavSupplier } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toBatch } from "../../src/ignav/itineraries.ts";
import { marketOf } from "../../src/ignav/market.ts";
import { describeConformance } from "../conformance.ts";
import { adapterOptions, makeEgress, searchWith, toConformant } from "../doubles/adapter.ts";
import { type IgnavDouble, startIgnavDouble } from "../doubles/ignav-double.ts";
import { places } from "../places.ts";
import { queryFor } from "../query.ts";
import { readRecorded } from "../recorded.ts";
import { collectValues, listValues } from "../recorded-values.ts";

const secret = "ign_key_9f8e7d6c5b4a";
const query = queryFor({
  origin: { code: "LHR", kind: "airport" },
  destination: { code: "JFK", kind: "airport" },
  includeAward: false,
});
const itineraries = (): unknown[] => JSON.parse(readRecorded("ignav/one-way.json")).itineraries;

async function open() {
  const egress = makeEgress();
  const ignav = await startIgnavDouble(itineraries());
  return { egress, ignav, supplier: createIgnavSupplier(adapterOptions(egress, ignav.double)), double: ignav.double };
}

describe("the Ignav supplier", () => {
  describeConformance(
    async () =>
      toConformant(await open(), {
        secret,
        query,
        good: ({ members = {}, paddingBytes = 0 } = {}) =>
          JSON.stringify({ itineraries: itineraries().map((each) => Object.assign({}, each, members)), ...members }) +
          " ".repeat(paddingBytes),
      }),
    ({ needs }) => needs !== "version",
  );
});

describe("a search of Ignav", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let ignav: IgnavDouble;
  beforeEach(async () => {
    opened = await open();
    ({ ignav } = opened);
  });
  afterEach(async () => {
    expect(ignav.double.faults).toEqual([]);
    await ignav.double.close();
    await opened.egress.close();
  });

  const search = (changes = {}, context = {}) =>
    searchWith(opened.supplier, { ...query, ...changes }, { secret, ...context });

  test("leaves out self transfers and flights without a number, and invents nothing", () => {
    const { flights } = toBatch(itineraries(), { query, places });
    expect(flights.map(({ cash }) => cash[0]?.total)).toEqual([41_260, 33_800]);
    for (const flight of flights) {
      const recorded = itineraries().find((each) => JSON.stringify(each).includes(String(flight.cash[0]?.reference)));
      const stated = collectValues(recorded);
      for (const { path, text } of listValues(flight)) {
        expect(stated, path).toContain(Number.isNaN(Number(text)) ? text : String(Number(text)));
      }
    }
  });

  test("expands cities to the pairs of their busiest airports, at most four", async () => {
    const cities = { origin: { code: "LON", kind: "city" }, destination: { code: "NYC", kind: "city" } };
    const { coverage } = await search(cities);
    expect(ignav.double.requests.map(({ text }) => text.match(/"[A-Z]{3}"/g)?.join(""))).toEqual([
      '"LHR""JFK"',
      '"LHR""EWR"',
      '"LGW""JFK"',
      '"LHR""LGA"',
    ]);
    expect(coverage).toBeCloseTo(4 / 6);
  });

  test("keeps the pairs within the budget, with a lower coverage", async () => {
    const { flights, coverage } = await search({ destination: { code: "NYC", kind: "city" } }, { maxCalls: 1 });
    expect(flights).toHaveLength(2);
    expect(coverage).toBeCloseTo(1 / 3);
  });

  test("sends no member without a value", async () => {
    await search({
      travelers: { adults: 1, youths: 1, children: 1, infantsInSeat: 1, infants: 1 },
      excludeAirlines: ["FR"],
      maxStops: 1,
    });
    expect(ignav.double.requests[0]?.body).toEqual({
      origin: "LHR",
      destination: "JFK",
      departure_date: "2027-01-20",
      adults: 2,
      children: 1,
      infants_in_seat: 1,
      infants_on_lap: 1,
      cabin_class: "economy",
      max_stops: 1,
      airlines_exclude: ["FR"],
      allow_self_transfer: false,
      market: "US",
    });
  });

  test("names the market of the currency; of the euro, the origin's country", () => {
    const country = (code: string) => ({ ...places, findCountry: () => code });
    expect(marketOf("GBP", "LHR", places)).toBe("GB");
    expect(marketOf("USD", "LHR", country("GB"))).toBe("US");
    expect(marketOf("EUR", "CDG", country("FR"))).toBe("FR");
    expect(marketOf("EUR", "LHR", country("GB"))).toBe("DE");
    // No market of the table has rands: the origin's country, if its market is known.
    expect(marketOf("ZAR", "LHR", country("GB"))).toBe("GB");
    expect(marketOf("ZAR", "JNB", country("ZA"))).toBeUndefined();
    expect(marketOf("ZAR", "JNB", places)).toBeUndefined();
  });

  test("says which prices were not verified, and nothing of those without a status", () => {
    const verified = toBatch(itineraries(), { query, places }).flights.map(({ cash }) => cash[0]?.verified);
    expect(verified).toEqual([true, false]);
    const [first] = itineraries();
    const unstated = { ...Object(first), price: { amount: 412.6, currency: "USD" } };
    const other = { ...Object(first), price: { amount: 412.6, currency: "USD", status: "estimated" } };
    for (const { cash } of toBatch([unstated, other], { query, places }).flights) {
      expect(cash[0]).not.toHaveProperty("verified");
    }
  });

  test("reads an itinerary without a cabin as one of the requested cabin", () => {
    const list = itineraries().map((itinerary) => ({ ...Object(itinerary), cabin_class: null }));
    const flights = toBatch(list, { query: { ...query, cabin: "business" }, places }).flights;
    expect(flights.map(({ cash }) => [cash[0]?.cabin, cash[0]?.segments[0]?.cabin])).toEqual([
      ["business", "business"],
      ["business", "business"],
    ]);
    const unknown = itineraries().map((itinerary) => ({ ...Object(itinerary), cabin_class: "suite" }));
    expect(toBatch(unknown, { query, places }).flights).toEqual([]);
  });

  test("searches the slices of a multi-city trip together, one call for each choice of airports", async () => {
    const [out] = itineraries();
    const { outbound, ...terms } = Object(out);
    const [segment] = outbound.segments;
    const home = {
      ...segment,
      flight_number: "178",
      departure_airport: "BOS",
      arrival_airport: "LHR",
      departure_time_local: "2027-01-27T08:25:00",
      departure_time_utc: "2027-01-27T13:25:00Z",
      arrival_time_local: "2027-01-27T19:25:00",
      arrival_time_utc: "2027-01-27T19:25:00Z",
    };
    ignav.itineraries = [{ ...terms, legs: [outbound, { segments: [home] }] }];
    const airport = (code: string) => ({ code, kind: "airport" as const });
    const slices = [
      { origin: airport("LHR"), destination: { code: "NYC", kind: "city" as const }, departureDate: "2027-01-20" },
      { origin: airport("BOS"), destination: airport("LHR"), departureDate: "2027-01-27" },
    ];
    const { flights, coverage } = await search({ slices, destination: slices[0]?.destination });
    expect(ignav.double.requests.map(({ path }) => path)).toEqual(Array(3).fill("/fares/search"));
    expect(ignav.double.requests[0]?.body).toMatchObject({
      legs: [
        { origin: "LHR", destination: "JFK", departure_date: "2027-01-20", max_stops: 2 },
        { origin: "BOS", destination: "LHR", departure_date: "2027-01-27", max_stops: 2 },
      ],
      market: "US",
    });
    expect([flights.length, coverage]).toEqual([3, 1]);
    expect(flights[0]?.slices.map(({ origin, destination }) => [origin, destination])).toEqual([
      ["LHR", "JFK"],
      ["BOS", "LHR"],
    ]);
    expect(flights[0]?.cash[0]?.segments).toHaveLength(2);
  });

  test("tries a 424 again once, within the budget", async () => {
    ignav.failures = 1;
    expect((await search()).flights).toHaveLength(2);
    ignav.failures = 2;
    await expect(search()).rejects.toMatchObject({ kind: "status", status: 424, code: "upstream_failed" });
    expect(ignav.double.requests).toHaveLength(4);
  });
});
