import { DomainError, type Place, type SearchRequest, showRequest } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import type { Gazetteer } from "../../src/request/facts.ts";
import { normalizeRequest, readStoredRequest, toQuery, toStoredRequest } from "../../src/request/normalize.ts";
import { facts as sample } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-02T10:30:00Z");
const last = "2027-11-28";

const places = (
  [
    ["JFK", "NYC"],
    ["EWR", "NYC"],
    ["BOS", "BOS"],
    ["LHR", "LON"],
    ["LGW", "LON"],
    ["CDG", "PAR"],
    ["ORY", "PAR"],
  ] as const
).map(([code, cityCode]): Place => {
  const id = `airport:${code}`;
  const at = { latitude: 0, longitude: 0 };
  return { id, code, kind: "airport", name: code, city: cityCode, cityCode, country: "US", ...at };
});
const findAirport = (code: string) => places.find((place) => place.code === code);
const gazetteer: Gazetteer = {
  findAirport,
  findCity(code) {
    const airport = places.find(({ cityCode }) => cityCode === code);
    return airport && { ...airport, id: `city:${code}`, code, kind: "city" };
  },
  findReplacement: () => undefined,
  listAirports: () => places,
  listNearby: ({ code, kind }) =>
    places.filter((place) => (kind === "city" ? place.cityCode !== code : place.code !== code)),
  getOffsetMinutes: () => 0,
};
const facts = { ...sample, gazetteer };
const airport = (code: string) => ({ code, kind: "airport" as const });

const normalize = (request: SearchRequest) => normalizeRequest(request, facts, nowMs);

function faultsOf(request: SearchRequest): string[] {
  try {
    normalize(request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe("SEARCH_UNPROCESSABLE");
    return (error.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
  }
  return [];
}

const slice = (origin: string, destination: string, departureDate: string) => ({ origin, destination, departureDate });
const trip = [slice("JFK", "LHR", "2027-02-01"), slice("CDG", "JFK", "2027-02-08")];
const pair = { origin: "JFK", destination: "LHR", departureDate: "2027-02-01" };

describe("slices", () => {
  test("are shown as they were requested, and stored with the search", () => {
    const normalized = normalize({ slices: trip });
    expect(normalized).toMatchObject({
      ...pair,
      origin: airport("JFK"),
      destination: airport("LHR"),
      returnDate: null,
    });
    const shown = showRequest(normalized);
    expect(shown.slices).toEqual(
      trip.map((each) => ({ ...each, origin: airport(each.origin), destination: airport(each.destination) })),
    );
    for (const member of ["origin", "destination", "departureDate", "returnDate"])
      expect(shown).not.toHaveProperty(member);
    expect(normalize(JSON.parse(JSON.stringify({ slices: shown.slices })))).toEqual(normalized);
    expect(readStoredRequest(JSON.parse(JSON.stringify(toStoredRequest(normalized))), gazetteer)).toEqual(normalized);
    expect(toQuery(normalized).slices).toEqual(shown.slices);
  });

  test("there and back are a round trip for suppliers", () => {
    const back = [slice("JFK", "LHR", "2027-02-01"), slice("LHR", "JFK", "2027-02-08")];
    const query = toQuery(normalize({ slices: back }));
    expect(query).toEqual(toQuery(normalize({ ...pair, returnDate: "2027-02-08" })));
  });

  test.each<[string, SearchRequest, string[]]>([
    ["no slice", { slices: [] }, ["/slices LENGTH"]],
    ["one slice", { slices: trip.slice(0, 1) }, ["/slices LENGTH"]],
    [
      "seven slices",
      { slices: Array.from({ length: 7 }, () => slice("JFK", "LHR", "2027-02-01")) },
      ["/slices LENGTH"],
    ],
    ["six slices", { slices: Array.from({ length: 6 }, () => slice("JFK", "LHR", "2027-02-01")) }, []],
    ["dates out of order", { slices: trip.toReversed() }, ["/slices/1/departureDate DATE_ORDER"]],
    [
      "the same place twice",
      { slices: [...trip, slice("LHR", "LGW", "2027-02-09"), slice("NYC", "NYC", "2027-02-09")] },
      ["/slices/2/destination SAME_PLACE", "/slices/3/destination SAME_PLACE"],
    ],
    [
      "an unknown place",
      { slices: [...trip, slice("JFK", "QQQ", "2027-02-09")] },
      ["/slices/2/destination UNKNOWN_PLACE"],
    ],
    [
      "a day in the past",
      { slices: [slice("JFK", "LHR", "2027-01-01"), ...trip] },
      ["/slices/0/departureDate DATE_IN_PAST"],
    ],
    [
      "a day too late",
      { slices: [...trip, slice("JFK", "LHR", "2027-11-29")] },
      ["/slices/2/departureDate BEYOND_HORIZON"],
    ],
    ["a single origin", { slices: trip, origin: "JFK" }, ["/origin INVALID"]],
    [
      "all single members",
      { slices: trip, ...pair, returnDate: last, nearbyKm: 0, flexibleDays: 1 },
      ["origin", "destination", "departureDate", "returnDate", "nearbyKm", "flexibleDays"].map(
        (member) => `/${member} INVALID`,
      ),
    ],
    ["no return", { slices: trip, returnDate: null }, []],
  ])("with %s", (_, request, faults) => {
    expect(faultsOf(request)).toEqual(faults);
  });
});

describe("lists of places", () => {
  test("are shown and stored in their order, and one place stays one place", () => {
    const normalized = normalize({ ...pair, origin: ["JFK", "BOS"], flexibleDays: 2 });
    const shown = showRequest(normalized);
    expect(shown).toMatchObject({
      origin: [airport("JFK"), airport("BOS")],
      destination: airport("LHR"),
      flexibleDays: 2,
    });
    expect(readStoredRequest(JSON.parse(JSON.stringify(toStoredRequest(normalized))), gazetteer)).toEqual(normalized);
    const { moreOrigins, moreDestinations, flexibleDays } = toQuery(normalized);
    expect([moreOrigins, moreDestinations, flexibleDays]).toEqual([[airport("BOS")], undefined, 2]);
    expect(showRequest(normalize({ ...pair, origin: ["JFK"] })).origin).toEqual([airport("JFK")]);
    expect(toQuery(normalize({ ...pair, origin: ["JFK"] }))).toEqual(toQuery(normalize(pair)));
  });

  test.each<[string, SearchRequest, string[]]>([
    ["an unknown place", { ...pair, origin: ["JFK", "QQQ"] }, ["/origin/1 UNKNOWN_PLACE"]],
    ["a place twice", { ...pair, destination: ["LHR", "CDG", "LHR"] }, ["/destination/2 DUPLICATE"]],
    ["a city and its airport", { ...pair, destination: ["LON", "LHR"] }, ["/destination/1 DUPLICATE"]],
    ["two airports of a city", { ...pair, destination: ["LGW", "LHR"] }, []],
    [
      "a place on both sides",
      { ...pair, origin: ["JFK", "CDG"], destination: ["LHR", "ORY"] },
      ["/destination/1 SAME_PLACE"],
    ],
  ])("with %s", (_, request, faults) => {
    expect(faultsOf(request)).toEqual(faults);
  });

  test("nearby airports are added to both sides, but none of a city that is searched already", () => {
    const normalized = normalize({ ...pair, destination: "LON", nearbyKm: 100 });
    expect(normalized.originsNearby?.map(({ code }) => code)).toEqual(["EWR", "BOS", "CDG", "ORY"]);
    expect(normalized.destinationsNearby).toBeUndefined();
    expect(showRequest(normalized)).toMatchObject({ origin: airport("JFK"), nearbyKm: 100 });
    expect(showRequest(normalized)).not.toHaveProperty("originsNearby");
  });
});

describe("conditions on layovers", () => {
  test("are shown and stored with codes in upper case", () => {
    const normalized = normalize({
      ...pair,
      connectingAirports: { include: ["bos"], exclude: ["cdg"] },
      minLayoverMinutes: 60,
      maxLayoverMinutes: 60,
    });
    expect(showRequest(normalized).connectingAirports).toEqual({ include: ["BOS"], exclude: ["CDG"] });
    expect(toQuery(normalized).layovers).toEqual({
      include: ["BOS"],
      exclude: ["CDG"],
      minMinutes: 60,
      maxMinutes: 60,
    });
    expect(toQuery(normalize({ ...pair, connectingAirports: {}, minLayoverMinutes: 0 }))).not.toHaveProperty(
      "layovers",
    );
  });

  test("name known airports, and have a minimum below the maximum", () => {
    const connectingAirports = { include: ["JFK", "QQQ"], exclude: ["LON"] };
    expect(faultsOf({ ...pair, connectingAirports, minLayoverMinutes: 61, maxLayoverMinutes: 60 })).toEqual([
      "/connectingAirports/include/1 UNKNOWN_PLACE",
      "/connectingAirports/exclude/0 UNKNOWN_PLACE",
      "/maxLayoverMinutes RANGE",
    ]);
  });
});
