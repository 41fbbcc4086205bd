import { createSearcher, type FlightSearch, type FoundFlight, readFilings } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { drawTimetable } from "../fixtures/drawn-network.ts";
import { day, searchFor } from "../fixtures/drawn-search.ts";

const timetable = drawTimetable(`
  BA1 LHR 10:00 JFK 13:00
  BA2 JFK 18:00 LHR 06:00+1
  AA1 LHR 11:00 JFK 14:00
  AA2 JFK 19:00 LHR 07:00+1
  AA3 JFK 17:00 ORD 18:40
  LH1 LHR 07:00 FRA 09:40
`);

const heading =
  "carrier,origin,destination,trip,cabin,class,basis,brand,usd,stops,advance,minimum,maximum,saturday,travel,weekdays,carryon,checked,changes,refunds";
const oneWayLight = "BA,LHR,JFK,OW,economy,L,LTESTOW,Lite,123.45,,,,,,,,1,0,,";
const oneWayFull = "BA,LHR,JFK,OW,economy,Y,YTESTOW,Full,987.00,,,,,,,,1,2,y,y";
const halfOut = "BA,LON,NYC,RT,economy,M,MTESTRT,Lite,50,,,,,,,,1,0,,";
const halfBack = "BA,NYC,LON,RT,economy,M,MTESTBK,Lite,60,,,,,,,,1,0,,";

function find(lines: readonly string[], changes: Partial<FlightSearch> = {}): FoundFlight[] {
  const { filings, faults } = readFilings([heading, ...lines].join("\n"));
  expect(faults).toEqual([]);
  const searcher = createSearcher(timetable, { filings: filings.map(({ filing }) => filing) });
  return searcher.search(searchFor({ allOffers: true, ...changes }));
}

/** The carrier's nonstop, with each offer in short. */
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

  test("leaves carriers, markets and cabins without a line to their rules", () => {
    const [plain, filed] = [find([]), find([oneWayLight])];
    expect(offersOf(filed, "AA")).toEqual(offersOf(plain, "AA"));
    expect(offersOf(find([oneWayLight], { cabin: "business" }), "BA")).toEqual(
      offersOf(find([], { cabin: "business" }), "BA"),
    );
    const home = { origin: "JFK", destination: "LHR" };
    expect(offersOf(find([oneWayLight], home), "BA")).toEqual(offersOf(find([], home), "BA"));
  });

  test("sells halves of a round trip by city, and no half where the table has none", () => {
    const roundTrip = { returnDay: day + 7 };
    expect(offersOf(find([halfOut, halfBack, oneWayLight], roundTrip), "BA")?.[0]).toMatchObject({
      baseCents: 11_000,
      booked: ["MTESTRT M 1 0", "MTESTBK M 1 0"],
    });
    // Not sold one way at all.
    expect(offersOf(find([halfOut, halfBack], roundTrip), "BA")?.[0]?.baseCents).toBe(11_000);
    expect(offersOf(find([halfOut, halfBack]), "BA") ?? []).toEqual([]);
    const [cheapest] = offersOf(find([oneWayLight], roundTrip), "BA") ?? [];
    expect(cheapest?.booked[0]).toBe("LTESTOW L 1 0");
    expect(cheapest?.booked[1]).toMatch(/O\d*LT /);
  });

  test.each([
    ["days ahead", oneWayLight.replace("123.45,,,", "123.45,,41,")],
    ["the season", oneWayLight.replace("123.45,,,,,,,,", "123.45,,,,,,0301-0331,,")],
    ["the weekday", oneWayLight.replace("123.45,,,,,,,,", "123.45,,,,,,,12,")],
    ["stops", oneWayLight.replace("123.45,,", "123.45,1,")],
  ])("does not sell what its rules refuse: %s", (_, line) => {
    expect(offersOf(find([line, oneWayFull]), "BA")?.map(({ brand }) => brand)).toEqual(["Full"]);
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

  test("sells a filed sector beside one made by rule", () => {
    const toChicago = find([oneWayLight.replace("BA,", "AA,").replace("123.45", "10")], { destination: "CHI" });
    const bases = toChicago.flatMap(({ cash }) =>
      cash.map(({ segments }) => segments.map(({ fareBasis }) => fareBasis)),
    );
    expect(bases).toContainEqual(["LTESTOW", expect.stringMatching(/LT$/)]);
  });

  test("passes over carriers and places that do not fly here", () => {
    const strange = [oneWayLight.replace("BA,", "XX,"), oneWayLight.replace("LHR", "CDG")];
    expect(find(strange)).toEqual(find([]));
  });
});
