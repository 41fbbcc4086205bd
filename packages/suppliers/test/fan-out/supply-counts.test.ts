import {
  countOffers,
  createDuffelSupplier,
  createHttpSupplier,
  createIgnavSupplier,
  createSeatsAeroSupplier,
  listDrops,
  type SearchQuery,
  type Supplier,
  searchSuppliers,
} from "@wayfare/suppliers";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { toBatch } from "../../src/duffel/offers.ts";
import { accessOf } from "../conformance.ts";
import { adapterOptions, makeEgress, searchedAtMs } from "../doubles/adapter.ts";
import { startDuffelDouble } from "../doubles/duffel-double.ts";
import { makeOffer } from "../doubles/duffel-offer.ts";
import { startHttpDouble } from "../doubles/http-double.ts";
import { startIgnavDouble } from "../doubles/ignav-double.ts";
import { startSeatsAeroDouble } from "../doubles/seats-aero-double.ts";
import { membersOf, type SupplierDouble } from "../doubles/supplier-double.ts";
import { places } from "../places.ts";
import { queryFor } from "../query.ts";
import { readOffers, readRecorded } from "../recorded.ts";

const travelers = { adults: 1, youths: 0, children: 0, infants: 0, infantsInSeat: 0 };
const mapDuffel = (offers: readonly unknown[]) => toBatch(offers, { travelers, places, margin: undefined });

/** The search of the Duffel double's offers and of the recorded awards. */
const atlantic = queryFor({
  origin: { code: "JFK", kind: "airport" },
  destination: { code: "LHR", kind: "airport" },
  departureDate: "2027-02-10",
  includeAward: true,
});

type Options = ReturnType<typeof adapterOptions>;
type Opening = (options: Options) => Supplier;

/** Searches one supplier, and returns its report with its reasons as a list. */
async function report(double: SupplierDouble, open: Opening, secret: string, query: SearchQuery = atlantic) {
  const egress = makeEgress();
  onTestFinished(async () => {
    await double.close();
    await egress.close();
  });
  const supplier = open(adapterOptions(egress, double));
  const { results, supply } = await searchSuppliers([{ supplier, slot: 1, partitions: ["live"] }], query, {
    searchedAtMs,
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    access: new Map([[supplier.name, accessOf({ secret }, 100)]]),
  });
  const [only] = supply;
  if (only === undefined) throw new Error("the supplier has no report");
  const { received, offers, dropped, status } = only;
  expect(received).toBe(offers + listDrops(dropped).reduce((sum, { count }) => sum + count, 0));
  expect(offers).toBe(countOffers(results.flatMap(({ flights }) => flights)));
  return { status, received, offers, dropped };
}

const searchDuffel = async (offers: Record<string, unknown>[]) => {
  const { double } = await startDuffelDouble(offers);
  return report(double, createDuffelSupplier, "duffel_live_1");
};

describe("every recorded offer is returned or counted with a reason", () => {
  test.each([
    ["duffel/offer-request-live-aa.json.gz", 220],
    ["duffel/offer-request-test-mode.json", 3],
    ["duffel/offer-request-sandbox.json.gz", 38],
    ["duffel/offers-page-with-cursor.json.gz", 50],
    ["duffel/offer.json", 1],
  ])("of %s", async (file, count) => {
    const recorded = readOffers(file);
    const mapped = mapDuffel(recorded);
    expect({ ...mapped, flights: countOffers(mapped.flights) }).toEqual({
      received: count,
      dropped: {},
      flights: count,
    });
    // Of another day and route than the search, and expired since.
    const { received, offers } = await searchDuffel(recorded);
    expect({ received, offers }).toEqual({ received: count, offers: 0 });
  });

  test("of Ignav", async () => {
    const { itineraries } = JSON.parse(readRecorded("ignav/one-way.json"));
    const { double } = await startIgnavDouble(itineraries);
    const query = queryFor({
      origin: { code: "LHR", kind: "airport" },
      destination: { code: "JFK", kind: "airport" },
      includeAward: false,
    });
    const { status, received, offers, dropped } = await report(double, createIgnavSupplier, "ign_key_1", query);
    expect({ status, received }).toEqual({ status: "ok", received: itineraries.length });
    expect(offers).toBe(2);
    expect(dropped).toEqual({ filter: 1, incomplete: itineraries.length - 3 });
  });

  test("of seats.aero, with rows that two pages repeat and trips that are looked up", async () => {
    const listed = JSON.parse(readRecorded("seats-aero/search-with-trips.json"));
    const unlisted = JSON.parse(readRecorded("seats-aero/search-without-trips.json"));
    const trips = listed.data.flatMap((row: unknown) => membersOf(row).AvailabilityTrips ?? []);
    const { double } = await startSeatsAeroDouble([{ data: [...listed.data, { ID: 7 }] }, listed, unlisted]);
    const counted = await report(double, createSeatsAeroSupplier, "pro_1");
    expect(counted.received).toBeGreaterThanOrEqual(2 * trips.length + 1);
    expect(counted.dropped).toMatchObject({ duplicate: trips.length, incomplete: 1 });
  });

  test("of a supplier over HTTP, also of flights with faults", async () => {
    const secret = "a secret of thirty-two characters";
    const segment = {
      marketingCarrier: "VS",
      flightNumber: "4",
      origin: "JFK",
      destination: "LHR",
      departureAt: "2027-02-10T18:30:00-05:00",
      arrivalAt: "2027-02-11T06:25:00+00:00",
    };
    const offer = {
      total: { amount: "398.20", currency: "EUR" },
      cabin: "economy",
      segments: [{ cabin: "economy" }],
    };
    const flight = (changes: object = {}, cash: object[] = [offer]) => ({
      slices: [{ segments: [{ ...segment, ...changes }] }],
      cash,
    });
    const { double } = await startHttpDouble(
      [
        flight({}, [offer, { ...offer, reference: "a" }, { ...offer, reference: "a" }]),
        flight({}, [{ ...offer, expiresAt: "2026-11-21T11:59:59Z" }]),
        flight({ origin: "BOS" }),
        flight({ flightNumber: "four" }, [offer, offer]),
        flight({}, [{ ...offer, total: { amount: "1.00", currency: "QQQ" } }]),
        "no flight",
      ],
      secret,
    );
    const open: Opening = ({ baseUrl: url, ...options }) =>
      createHttpSupplier({
        ...options,
        url,
        name: "house",
        capabilities: { cash: true, award: true, roundTrips: true, cities: true, cabins: ["economy"], calendar: false },
      });
    expect(await report(double, open, secret)).toEqual({
      status: "error",
      received: 9,
      offers: 2,
      dropped: { currency: 1, incomplete: 3, duplicate: 1, expired: 1, filter: 1 },
    });
  });
});

/** Changes the only segment of an offer, and its passenger. */
function change(segmentChanges: object, passengerChanges: object = {}): Record<string, unknown> {
  const offer = makeOffer("512.40", "Basic");
  const [slice] = Array.isArray(offer.slices) ? offer.slices.map(membersOf) : [];
  const [segment] = Array.isArray(slice?.segments) ? slice.segments.map(membersOf) : [];
  const [passenger] = Array.isArray(segment?.passengers) ? segment.passengers.map(membersOf) : [];
  const passengers = [{ ...passenger, ...passengerChanges }];
  return { ...offer, slices: [{ ...slice, segments: [{ ...segment, passengers, ...segmentChanges }] }] };
}

const nowhere = { type: "airport", iata_code: "QQQ", iata_city_code: "QQQ", time_zone: "Nowhere/Else" };

describe("an offer of Duffel", () => {
  test.each([
    ["UAH", "10500.50", 1_050_050],
    ["LKR", "150000.25", 15_000_025],
    ["NGN", "780000.00", 78_000_000],
    ["ARS", "512000.40", 51_200_040],
    ["XOF", "310000", 310_000],
    ["GEL", "1390.10", 139_010],
    ["BGN", "940.30", 94_030],
    ["KZT", "265000.00", 26_500_000],
  ])("in %s is returned in its own currency", async (currency, total_amount, total) => {
    const offer = { ...makeOffer(total_amount, "Basic"), total_currency: currency };
    const [flight] = mapDuffel([offer]).flights;
    expect(flight?.cash).toMatchObject([{ currency, total }]);
    expect(await searchDuffel([offer])).toMatchObject({ received: 1, offers: 1, dropped: {} });
  });

  test.each([
    ["in a currency that ISO 4217 does not know", { ...makeOffer("1.00", "Basic"), total_currency: "QQQ" }, "currency"],
    ["without a cabin", change({}, { cabin_class: null }), "incomplete"],
    ["that is partial", { ...makeOffer("1.00", "Basic"), partial: true }, "incomplete"],
    ["in another format", {}, "incomplete"],
    ["of an airport in an unknown time zone", change({ destination: nowhere }), "time_zone"],
    ["that has expired", { ...makeOffer("1.00", "Basic"), expires_at: "2026-11-21T11:59:59Z" }, "expired"],
    ["of another airport", change({ origin: { ...nowhere, iata_code: "BOS" } }), "filter"],
  ])("%s is counted as %s", async (_, offer, reason) => {
    const { received, offers, dropped } = await searchDuffel([offer, makeOffer("640.00", "Main")]);
    expect({ received, offers, dropped }).toEqual({ received: 2, offers: 1, dropped: { [reason]: 1 } });
  });

  test("that is sent twice is counted as a duplicate", async () => {
    const offer = makeOffer("512.40", "Basic");
    expect(await searchDuffel([offer, offer])).toMatchObject({ received: 2, offers: 1, dropped: { duplicate: 1 } });
  });

  test("with bags of unknown number is returned, and their number is unknown", () => {
    const bags = change({}, { baggages: [{ type: "checked", quantity: null }] });
    expect(mapDuffel([bags]).flights[0]?.cash[0]?.segments[0]?.baggage.checked).toBeNull();
  });

  test("in an unknown time zone of a known airport uses the zone of the airport", () => {
    const zone = { type: "airport", iata_code: "LHR", iata_city_code: "LON", time_zone: "Nowhere/Else" };
    expect(mapDuffel([change({ destination: zone })]).flights).toHaveLength(1);
  });
});

test("counts every received offer as returned or dropped, for any list of offers", async () => {
  const good = fc.constantFrom(...["Basic", "Main", "Flex"].map((brand) => makeOffer("512.40", brand)));
  const bad = fc.constantFrom<unknown>(
    null,
    {},
    { ...makeOffer("1.00", "Basic"), total_currency: "QQQ" },
    { ...makeOffer("1.005", "Basic") },
    change({ destination: nowhere }),
    change({ marketing_carrier: { iata_code: null } }),
    change({ departing_at: "2027-02-12T18:35:00" }),
    { ...makeOffer("1.00", "Basic"), expires_at: "2020-01-01T00:00:00Z" },
  );
  const supplierOf = (offers: readonly unknown[]): Supplier => ({
    ...createDuffelSupplier({ places, egress: makeEgress(), nowMs: () => searchedAtMs }),
    credentials: [],
    async *search() {
      for (let at = 0; at < offers.length; at += 3) yield mapDuffel(offers.slice(at, at + 3));
    },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(good, bad), { maxLength: 20 }), async (offers) => {
      const { results, supply } = await searchSuppliers(
        [{ supplier: supplierOf(offers), slot: 1, partitions: ["live"] }],
        atlantic,
        { searchedAtMs, deadlineMs: 30_000, signal: new AbortController().signal },
      );
      const dropped = listDrops(supply[0]?.dropped ?? {}).reduce((sum, { count }) => sum + count, 0);
      expect(supply[0]?.received).toBe(offers.length);
      expect(countOffers(results.flatMap(({ flights }) => flights)) + dropped).toBe(offers.length);
    }),
    { seed: 20_261_121, numRuns: 60 },
  );
});
