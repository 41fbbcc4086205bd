import { createSearcher, type Filing, type FlightSearch, type FoundFlight } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";
import { oneWayFull } from "./filed-fare.ts";

const timetable = drawTimetable(`
  BA1 LHR 10:00 JFK 13:00
  BA2 JFK 18:00 LHR 06:00+1
  AA1 LHR 11:00 JFK 14:00
  AA2 JFK 19:00 LHR 07:00+1
  AA3 JFK 17:00 ORD 18:40
  LH1 LHR 07:00 FRA 09:40
`);

const oneWayLight: Filing = {
  ...oneWayFull,
  bookingClass: "L",
  fareBasis: "LTESTOW",
  brand: "Lite",
  usdCents: 12_345,
  checked: 0,
  changeable: false,
  refundable: false,
};
const half: Filing = { ...oneWayLight, trip: "halfRoundTrip", bookingClass: "M" };
const halfOut: Filing = { ...half, origin: "LON", destination: "NYC", fareBasis: "MTESTRT", usdCents: 5000 };
const halfBack: Filing = { ...half, origin: "NYC", destination: "LON", fareBasis: "MTESTBK", usdCents: 6000 };

function find(filings: readonly Filing[], changes: Partial<FlightSearch> = {}): FoundFlight[] {
  return createSearcher(timetable, { filings }).search(searchFor({ allOffers: true, ...changes }));
}

/** The carrier's nonstop, with its offers in short form. */
function offersOf(flights: readonly FoundFlight[], carrier: string) {
  const flight = flights.find(({ slices }) =>
    slices.every(({ segments }) => segments.length === 1 && segments[0]?.marketingCarrier === carrier),
  );
  return flight?.cash.map(({ fares, brand, segments, refundable, changeable }) => {
    const booked = segments.map(({ fareBasis, bookingClass, carryOn, checked }) =>
      [fareBasis, bookingClass, carryOn, checked].join(" "),
    );
    return { baseCents: fares[0]?.baseCents, brand, booked, refundable, changeable };
  });
}

describe("a search with a table of filings", () => {
  test("sells the table's fares at their price, under their fare basis, in their class and brand", () => {
    expect(offersOf(find([oneWayFull, oneWayLight]), "BA")).toEqual([
      { baseCents: 12_345, brand: "Lite", booked: ["LTESTOW L 1 0"], refundable: false, changeable: false },
      { baseCents: 98_700, brand: "Full", booked: ["YTESTOW Y 1 2"], refundable: true, changeable: true },
    ]);
  });

  test("uses rules for carriers, markets and cabins without a line", () => {
    const [plain, filed] = [find([]), find([oneWayLight])];
    expect(offersOf(filed, "AA")).toEqual(offersOf(plain, "AA"));
    expect(offersOf(find([oneWayLight], { cabin: "business" }), "BA")).toEqual(
      offersOf(find([], { cabin: "business" }), "BA"),
    );
    const home = { origin: "JFK", destination: "LHR" };
    expect(offersOf(find([oneWayLight], home), "BA")).toEqual(offersOf(find([], home), "BA"));
  });

  test("sells halves of a round trip by city, and no half if the table has none", () => {
    const roundTrip = { returnDay: day + 7 };
    expect(offersOf(find([halfOut, halfBack, oneWayLight], roundTrip), "BA")?.[0]).toMatchObject({
      baseCents: 11_000,
      booked: ["MTESTRT M 1 0", "MTESTBK M 1 0"],
    });
    // No one-way filing.
    expect(offersOf(find([halfOut, halfBack], roundTrip), "BA")?.[0]?.baseCents).toBe(11_000);
    expect(offersOf(find([halfOut, halfBack]), "BA") ?? []).toEqual([]);
    const [cheapest] = offersOf(find([oneWayLight], roundTrip), "BA") ?? [];
    expect(cheapest?.booked[0]).toBe("LTESTOW L 1 0");
    expect(cheapest?.booked[1]).toMatch(/O\d*LT /);
  });

  test.each<[string, Partial<Filing>]>([
    ["days ahead", { advancePurchaseDays: 41 }],
    ["the season", { travel: [{ from: 301, until: 331 }] }],
    ["the weekday", { weekdays: [0, 1] }],
    ["stops", { stops: 1 }],
  ])("does not sell a filing whose rules exclude the purchase: %s", (_, rules) => {
    expect(offersOf(find([{ ...oneWayLight, ...rules }, oneWayFull]), "BA")?.map(({ brand }) => brand)).toEqual([
      "Full",
    ]);
  });

  test("does not sell a class that is closed on the flight", () => {
    const seen = Array.from({ length: 30 }, (_, i) => {
      const sold = { operatingCarrier: "BA", flightNumber: 1, origin: "LHR", day, cabin: "economy" as const };
      const soldSeats = [{ ...sold, seats: 10 * i, saverSeats: 0 }];
      return (offersOf(find([oneWayLight, oneWayFull], { soldSeats }), "BA") ?? []).map(({ brand }) => brand).join();
    });
    // The lower class closes first, then the flight is full.
    expect([...new Set(seen)]).toEqual(["Lite,Full", "Full", ""]);
  });

  test("sells a filed sector together with one made by rule", () => {
    const toChicago = find([{ ...oneWayLight, carrier: "AA", usdCents: 1000 }], { destination: "CHI" });
    const bases = toChicago.flatMap(({ cash }) =>
      cash.map(({ segments }) => segments.map(({ fareBasis }) => fareBasis)),
    );
    expect(bases).toContainEqual(["LTESTOW", expect.stringMatching(/LT$/)]);
  });

  test("skips carriers and places that the timetable lacks", () => {
    const strange = [
      { ...oneWayLight, carrier: "XX" },
      { ...oneWayLight, origin: "CDG" },
    ];
    expect(find(strange)).toEqual(find([]));
  });
});
