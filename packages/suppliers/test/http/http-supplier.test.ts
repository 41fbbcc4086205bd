import { createHttpSupplier } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessOf, describeConformance } from "../conformance.ts";
import { adapterOptions, makeEgress, searchWith, toConformant } from "../doubles/adapter.ts";
import { type HttpDouble, startHttpDouble } from "../doubles/http-double.ts";
import { queryFor } from "../query.ts";

const secret = "a secret of thirty-two characters";
const query = queryFor();

const flights = () =>
  ["117", "175"].map((flightNumber) => ({
    slices: [
      {
        segments: [
          {
            marketingCarrier: "BA",
            flightNumber,
            origin: "LHR",
            destination: "JFK",
            originTerminal: "5",
            destinationTerminal: "8",
            departureAt: "2027-01-20T08:25:00+00:00",
            arrivalAt: "2027-01-20T11:25:00-05:00",
          },
        ],
      },
    ],
    cash: [
      {
        reference: `fare ${flightNumber}`,
        total: { amount: "412.60", currency: "EUR" },
        taxes: [{ code: "GB", amount: { amount: "100.00", currency: "EUR" } }],
        cabin: "economy",
        segments: [{ cabin: "economy", baggage: { carryOn: 1 } }],
      },
    ],
  }));

async function open() {
  const egress = makeEgress();
  const http = await startHttpDouble(flights(), secret);
  const { baseUrl: url, ...options } = adapterOptions(egress, http.double);
  const supplier = createHttpSupplier({
    ...options,
    url,
    name: "house",
    capabilities: { cash: true, award: true, roundTrips: true, cities: true, cabins: ["economy"], calendar: false },
  });
  return { egress, http, supplier, double: http.double };
}

describe("a supplier over HTTP", () => {
  describeConformance(
    async () =>
      toConformant(await open(), {
        secret,
        query,
        good: ({ members = {}, paddingBytes = 0, leavesOutOptional = false } = {}) => {
          const text = JSON.stringify({ flights: flights().map((each) => ({ ...each, ...members })), ...members });
          const body = leavesOutOptional ? text.replaceAll(/"\w+Terminal":"\d",/g, "") : text;
          return body + " ".repeat(paddingBytes);
        },
      }),
    ({ needs }) => needs !== "version",
  );
});

describe("a search over HTTP", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let http: HttpDouble;
  beforeEach(async () => {
    opened = await open();
    ({ http } = opened);
  });
  afterEach(async () => {
    expect(http.double.faults).toEqual([]);
    await http.double.close();
    await opened.egress.close();
  });

  const search = (changes = {}, context = {}) =>
    searchWith(opened.supplier, { ...query, ...changes }, { secret, ...context });

  test("sends youths as adults too, and added members only with a value", async () => {
    const travelers = { adults: 1, youths: 1, children: 1, infantsInSeat: 1, infants: 0, ages: [15, 8, 1] };
    await search({ travelers });
    expect(http.double.requests.at(-1)?.body).toMatchObject({
      query: {
        travelers: { adults: 2, youths: 1, children: 1, infantsInSeat: 1, infants: 0, ages: [15, 8, 1] },
      },
    });
  });

  test("sends the query with the airports of its places and its windows as times", async () => {
    await search({ departureTime: { fromMinute: 360, toMinute: 720 } }, { deadlineMs: 2500 });
    expect(http.double.requests[0]?.body).toEqual({
      deadlineMs: 2500,
      query: {
        origin: { code: "LON", kind: "city", airports: ["LHR", "LGW"] },
        destination: { code: "NYC", kind: "city", airports: ["JFK", "EWR", "LGA"] },
        departureDate: "2027-01-20",
        returnDate: null,
        cabin: "economy",
        cabinMatch: "main",
        travelers: { adults: 1, children: 0, infants: 0 },
        includeCash: true,
        includeAward: true,
        maxStops: 2,
        limit: 50,
        currency: "USD",
        airlines: null,
        excludeAirlines: [],
        programs: null,
        departureTime: { from: "06:00", to: "12:00" },
        arrivalTime: null,
        maxDurationMinutes: null,
      },
    });
  });

  test("reads NDJSON, one batch in a line", async () => {
    http.isNdjson = true;
    const { flights: found, batches } = await search();
    expect([found.length, batches]).toEqual([2, 2]);
    expect(found[0]?.cash).toMatchObject([{ total: 41_260, currency: "EUR", base: null, refundable: null }]);
  });

  test("stops at 2,000 flights in all lines, and keeps those before", async () => {
    http.isNdjson = true;
    const [flight] = flights();
    http.flights = Array.from({ length: 2001 }, () => flight);
    const found: unknown[] = [];
    const searching = (async () => {
      const access = accessOf({ secret }, 1);
      const context = { searchedAtMs: 0, deadlineMs: 60_000, signal: new AbortController().signal, access };
      for await (const batch of opened.supplier.search(query, context)) found.push(...batch.flights);
    })();
    await expect(searching).rejects.toMatchObject({ kind: "too_large" });
    expect(found).toHaveLength(2000);
  });

  test("reads awards; values that are not stated are null", async () => {
    const award = {
      program: "aeroplan",
      miles: 35_000,
      cabin: "economy",
      observedAt: "2026-11-21T07:00:00Z",
      confidence: 0.9,
    };
    http.flights = flights().map(({ slices }) => ({ slices, award: [award] }));
    expect((await search()).flights[0]?.award).toMatchObject([
      { program: "aeroplan", total: null, seatsRemaining: null },
    ]);
  });

  const changed = (change: (flight: ReturnType<typeof flights>[number]) => unknown) => flights().map(change);

  test.each<[string, () => unknown[]]>([
    ["an unknown cabin", () => changed((flight) => ({ ...flight, cash: [{ ...flight.cash[0], cabin: "steerage" }] }))],
    [
      "an amount that is not exact",
      () =>
        changed((flight) => ({
          ...flight,
          cash: [{ ...flight.cash[0], total: { amount: "1.005", currency: "EUR" } }],
        })),
    ],
    [
      "two currencies",
      () =>
        changed((flight) => ({ ...flight, cash: [{ ...flight.cash[0], base: { amount: "1.00", currency: "USD" } }] })),
    ],
    [
      "parts that contradict the total",
      () =>
        changed((flight) => ({
          ...flight,
          cash: [{ ...flight.cash[0], base: { amount: "1.00", currency: "EUR" }, surcharges: [] }],
        })),
    ],
    ["too few fare segments", () => changed((flight) => ({ ...flight, cash: [{ ...flight.cash[0], segments: [] }] }))],
    [
      "an arrival before the departure",
      () =>
        changed((flight) => ({
          ...flight,
          slices: flight.slices.map(({ segments }) => ({
            segments: segments.map((segment) => ({ ...segment, arrivalAt: "2027-01-20T01:00:00-05:00" })),
          })),
        })),
    ],
  ])("leaves out a flight with %s, keeps the others, and names the place of the fault", async (_, make) => {
    const [valid] = flights();
    http.flights = [make()[0], valid];
    const found: unknown[] = [];
    const searching = (async () => {
      const access = {
        credential: { id: "c", secret, partition: "live" as const },
        budget: { acquire: async () => ({ settle: () => {} }) },
      };
      const context = { searchedAtMs: 0, deadlineMs: 10_000, signal: new AbortController().signal, access };
      for await (const batch of opened.supplier.search(query, context)) found.push(...batch.flights);
    })();
    await expect(searching).rejects.toMatchObject({ kind: "format", message: expect.stringContaining("/flights/0") });
    expect(found).toHaveLength(1);
  });
});
