import { findOffset, minutesPerDay, parseEpochDay } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { parseAircraft } from "../../src/facts/aircraft.ts";
import { parseAirlines, parseTerminals } from "../../src/facts/airline.ts";
import { parseAirports } from "../../src/facts/airport.ts";
import { type Facts, listBrokenReferences } from "../../src/facts/facts.ts";
import { parsePlaceNames } from "../../src/facts/place-names.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { readTable } from "../../src/facts/table.ts";
import { distanceKm } from "./known-distances.ts";
import { expectFault, tableOf } from "./written-table.ts";

const facts = loadFacts();

describe("the tables", () => {
  test("have at least 3,300 airports, 120 airlines, 40 aircraft and terminals of 30 airports", () => {
    expect(facts.airports.size).toBeGreaterThanOrEqual(3300);
    expect(facts.airlines.size).toBeGreaterThanOrEqual(120);
    expect(facts.aircraft.size).toBeGreaterThanOrEqual(40);
    expect(new Set(facts.terminals.map((terminal) => terminal.airport)).size).toBeGreaterThanOrEqual(30);
  });

  test("have a row for every referenced airport, city, airline and aircraft", () => {
    expect(listBrokenReferences(facts)).toEqual([]);
  });

  test("are read once and frozen", () => {
    expect(loadFacts()).toBe(facts);
    expect(Object.isFrozen(facts.airports.get("JFK"))).toBe(true);
    expect(Object.isFrozen(facts.airlines.get("DL")?.hubs)).toBe(true);
  });

  test("list the airports in code order", () => {
    const codes = [...facts.airports.keys()];
    expect(codes).toEqual(codes.toSorted());
  });

  test("take passengers from passengers.tsv, model missing figures, and leave out airports struck out there", () => {
    for (const row of readTable("passengers.tsv")) {
      const airport = facts.airports.get(row.text("code"));
      if (row.isEmpty("passengersMillions")) expect(airport?.passengersBasis).toBe("modelled");
      else if (row.text("passengersMillions") === "0") expect(airport).toBeUndefined();
      else
        expect(airport).toMatchObject({
          passengersMillions: row.number("passengersMillions", 0, 150),
          passengersBasis: "stated",
        });
    }
    const listed = new Set(readTable("passengers.tsv").map((row) => row.text("code")));
    const unlisted = [...facts.airports.values()].filter(({ code }) => !listed.has(code));
    expect(unlisted.filter(({ passengersBasis }) => passengersBasis === "stated")).toEqual([]);
  });
});

describe("an airport", () => {
  test.each([
    ["JFK", "NYC", "US", "America/New_York", 40.64, -73.78],
    ["EWR", "NYC", "US", "America/New_York", 40.69, -74.17],
    ["ORD", "CHI", "US", "America/Chicago", 41.98, -87.9],
    ["PHX", "PHX", "US", "America/Phoenix", 33.43, -112.01],
    ["HNL", "HNL", "US", "Pacific/Honolulu", 21.32, -157.92],
    ["YYZ", "YTO", "CA", "America/Toronto", 43.68, -79.63],
    ["CUN", "CUN", "MX", "America/Cancun", 21.04, -86.87],
    ["GRU", "SAO", "BR", "America/Sao_Paulo", -23.43, -46.47],
    ["EZE", "BUE", "AR", "America/Argentina/Buenos_Aires", -34.82, -58.54],
    ["LHR", "LON", "GB", "Europe/London", 51.47, -0.46],
    ["CDG", "PAR", "FR", "Europe/Paris", 49.01, 2.55],
    ["BER", "BER", "DE", "Europe/Berlin", 52.36, 13.5],
    ["IST", "IST", "TR", "Europe/Istanbul", 41.26, 28.74],
    ["DXB", "DXB", "AE", "Asia/Dubai", 25.25, 55.36],
    ["KTM", "KTM", "NP", "Asia/Kathmandu", 27.7, 85.36],
    ["DEL", "DEL", "IN", "Asia/Kolkata", 28.57, 77.1],
    ["SIN", "SIN", "SG", "Asia/Singapore", 1.36, 103.99],
    ["HND", "TYO", "JP", "Asia/Tokyo", 35.55, 139.78],
    ["PKX", "BJS", "CN", "Asia/Shanghai", 39.51, 116.41],
    ["ADL", "ADL", "AU", "Australia/Adelaide", -34.95, 138.53],
    ["AKL", "AKL", "NZ", "Pacific/Auckland", -37.01, 174.79],
    ["JNB", "JNB", "ZA", "Africa/Johannesburg", -26.14, 28.25],
    ["KEF", "REK", "IS", "Atlantic/Reykjavik", 63.99, -22.61],
    ["URC", "URC", "CN", "Asia/Shanghai", 43.91, 87.47],
    ["BRW", "BRW", "US", "America/Anchorage", 71.29, -156.77],
    ["TRF", "OSL", "NO", "Europe/Oslo", 59.19, 10.26],
    ["BUA", "BUA", "PG", "Pacific/Bougainville", -5.42, 154.67],
  ])(
    "%s has the right city, country and zone: %s, %s, %s",
    (code, cityCode, country, timeZone, latitude, longitude) => {
      const airport = facts.airports.get(code);
      expect(airport).toMatchObject({ cityCode, country, timeZone });
      expect(airport?.latitude).toBeCloseTo(latitude, 1);
      expect(airport?.longitude).toBeCloseTo(longitude, 1);
    },
  );

  test("has the published distances to others", () => {
    expect(distanceKm("JFK", "LHR")).toBeCloseTo(5540, -2);
    expect(distanceKm("SIN", "SYD")).toBeCloseTo(6290, -2);
    expect(distanceKm("EZE", "MAD")).toBeCloseTo(10_080, -2);
  });

  test("in a metropolitan area is within 150 km of the area's others, in the same country", () => {
    const byCity = Map.groupBy(facts.airports.values(), (airport) => airport.cityCode);
    const far: string[] = [];
    for (const [city, airports] of byCity) {
      for (const airport of airports) {
        const first = airports[0]?.code ?? airport.code;
        const country = facts.cities.get(city)?.country ?? airport.country;
        if (distanceKm(first, airport.code) > 150 || airport.country !== country) far.push(`${city} ${airport.code}`);
      }
    }
    expect(far).toEqual([]);
  });

  test("with a metropolitan code as its own belongs to that city", () => {
    const clashes = [...facts.cities.keys()].filter((city) => {
      const airport = facts.airports.get(city);
      return airport !== undefined && airport.cityCode !== city;
    });
    expect(clashes).toEqual([]);
  });

  test("has a UTC offset within three and a half hours of its longitude", () => {
    const january = parseEpochDay("2026-01-15") * minutesPerDay;
    const odd = [...facts.airports.values()].filter(({ longitude, timeZone }) => {
      const gap = Math.abs((findOffset(facts.timeZones, timeZone, january) ?? 0) / 60 - longitude / 15);
      // Places across the date line differ by one day.
      return Math.min(gap, 24 - gap) > 3.5;
    });
    expect(odd.map((airport) => `${airport.code} ${airport.timeZone}`)).toEqual([]);
  });

  test("is at least 2.5 km from any other", () => {
    const byLatitude = [...facts.airports.values()].toSorted((a, b) => a.latitude - b.latitude);
    const same = byLatitude.flatMap((airport, index) => {
      const near = byLatitude
        .slice(index + 1)
        .filter((other, i) => i < 100 && distanceKm(airport.code, other.code) < 2.5);
      return near.map((other) => `${airport.code} ${other.code}`);
    });
    expect(same).toEqual([]);
  });

  test("has well-formed names of itself and its city", () => {
    const odd = [...facts.airports.values()].filter(({ name, cityName }) =>
      [name, cityName].some((text) => /^\s|\s$|\s\s|[A-Z]{4}|[\\?_\uFFFD]|Ã|Â|\bNull\b|AIrport/.test(text)),
    );
    const doubled = [...facts.airports.values()].filter(
      ({ name, cityName }) => /Airport.*Airport/.test(name) || /\bairport\b|\binternational$/i.test(cityName),
    );
    const notCapital = [...facts.airports.values()].filter(({ cityName }) => !/^['’]?\p{Lu}/u.test(cityName));
    expect(
      [...odd, ...doubled, ...notCapital].map(({ code, name, cityName }) => `${code} ${name}, ${cityName}`),
    ).toEqual([]);
  });

  test("is in an existing country", () => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    const countries = new Set([...facts.airports.values()].map(({ country }) => country));
    expect([...countries].filter((country) => names.of(country) === undefined)).toEqual([]);
  });

  test.each([
    "NQZ",
    "RMO",
    "BSZ",
    "DSS",
    "UBN",
    "PKX",
    "BER",
    "IST",
    "SAW",
    "GOI",
    "GOX",
    "NMI",
    "DXN",
    "KTI",
    "SAI",
    "TFU",
    "HSR",
  ])("that opened or moved is listed: %s", (code) => {
    expect(facts.airports.has(code)).toBe(true);
  });

  test.each([
    "TSE",
    "KIV",
    "FRU",
    "DKR",
    "ULN",
    "NAY",
    "TXL",
    "SXF",
    "ISL",
    "PNH",
    "REP",
    "CTF",
    "RAJ",
    "MTS",
    "DIA",
    "KBP",
  ])("that closed is not listed: %s", (code) => {
    expect(facts.airports.has(code)).toBe(false);
  });

  test.each(["BET", "OTZ", "BRW", "YFB", "YRT", "TOS", "VDS", "HGU", "GKA", "MAJ", "FUN", "IPC", "LYR", "LUA", "BRR"])(
    "that a remote community depends on is listed: %s",
    (code) => {
      expect(facts.airports.has(code)).toBe(true);
    },
  );

  test("has modeled passengers only if it is small", () => {
    const modelled = [...facts.airports.values()].filter(({ passengersBasis }) => passengersBasis === "modelled");
    expect(modelled.length).toBeGreaterThan(1000);
    expect(modelled.filter(({ passengersMillions }) => passengersMillions >= 0.3)).toEqual([]);
  });
});

describe("an airline", () => {
  test.each([
    ["DL", "skyteam", "ATL"],
    ["BA", "oneworld", "LHR"],
    ["LH", "star", "FRA"],
    ["EK", null, "DXB"],
    ["FR", null, "STN"],
    ["SQ", "star", "SIN"],
  ])("%s is in alliance %s with first hub %s", (code, alliance, hub) => {
    expect(facts.airlines.get(code)?.alliance).toBe(alliance);
    expect(facts.airlines.get(code)?.hubs[0]).toBe(hub);
  });

  test("has partners only outside its own alliance, and never itself", () => {
    const wrong = [...facts.airlines.values()].flatMap((airline) =>
      airline.partners.filter(
        (code) =>
          code === airline.code ||
          (airline.alliance !== null && facts.airlines.get(code)?.alliance === airline.alliance),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("has at one of its bases a runway for every aircraft it flies", () => {
    const short = [...facts.airlines.values()].filter((airline) => {
      const runways = [...airline.hubs, ...airline.focus].map((code) => facts.airports.get(code)?.runwayM ?? 0);
      const longest = Math.max(...runways);
      return airline.aircraft.some((code) => (facts.aircraft.get(code)?.minimumRunwayM ?? 0) > longest);
    });
    expect(short.map((airline) => airline.code)).toEqual([]);
  });
});

test("an aircraft's fuel per seat and range are plausible for its family", () => {
  for (const aircraft of facts.aircraft.values()) {
    const seats = aircraft.seatsFirst + aircraft.seatsBusiness + aircraft.seatsPremiumEconomy + aircraft.seatsEconomy;
    const gramsPerSeatKm = (1000 * aircraft.fuelKgPerKm) / seats;
    expect(gramsPerSeatKm, aircraft.code).toBeGreaterThan(12);
    expect(gramsPerSeatKm, aircraft.code).toBeLessThan(48);
    if (aircraft.family === "widebody") expect(aircraft.rangeKm, aircraft.code).toBeGreaterThan(10_000);
    if (aircraft.family === "turboprop") expect(aircraft.cruiseKmh, aircraft.code).toBeLessThan(700);
  }
});

test("every airport with terminals has several, one of them the default, and no airline in two", () => {
  for (const [airport, terminals] of Map.groupBy(facts.terminals, (terminal) => terminal.airport)) {
    const carriers = terminals.flatMap((terminal) => terminal.carriers);
    expect(terminals.length, airport).toBeGreaterThan(1);
    expect(terminals.filter((terminal) => terminal.isDefault).length, airport).toBe(1);
    expect(new Set(carriers).size, airport).toBe(carriers.length);
  }
});

describe("a fault in a table", () => {
  const header =
    "code\tname\tcityCode\tcityName\tcountry\tlatitude\tlongitude\ttimeZone\tpassengersMillions\tpassengersBasis\trunwayM\tvalidFrom\tvalidUntil";
  const sound = [
    "JFK",
    "Kennedy",
    "NYC",
    "New York",
    "US",
    "40.6",
    "-73.8",
    "America/New_York",
    "63",
    "stated",
    "4442",
    "-",
    "-",
  ];

  function airportsWith(column: number, cell: string) {
    const cells = sound.with(column, cell).join("\t");
    return () => parseAirports(tableOf("airports.tsv", "# heading", header, cells), facts.timeZones);
  }

  test("is reported with file and line", () => {
    expectFault(airportsWith(5, "north"), "airports.tsv:3: latitude");
  });

  test.each([
    ["a code of two letters", 0, "JF"],
    ["an empty name", 1, ""],
    ["a dash instead of a city", 2, "-"],
    ["a country of three letters", 4, "USA"],
    ["a latitude beyond the pole", 5, "90.1"],
    ["a longitude beyond the date line", 6, "-181"],
    ["a time zone that does not exist", 7, "America/Newark"],
    ["no passengers", 8, "0"],
    ["an unknown basis of passengers", 9, "guessed"],
    ["a runway in feet", 10, "14511"],
    ["a month as its last day", 12, "2026-05"],
  ])("rejects %s", (_fault, column, cell) => {
    expect(airportsWith(column, cell)).toThrow(/^airports\.tsv:3: /);
  });

  test("rejects a line with a missing cell", () => {
    expect(() => tableOf("cities.tsv", "code\tname", "NYC")).toThrow("cities.tsv:2: 1 cells");
  });

  test("rejects a table with a missing column", () => {
    expect(() => parseAircraft(tableOf("aircraft.tsv", "code", "320"))).toThrow("no column name");
  });

  test("rejects a duplicate code", () => {
    const row = sound.join("\t");
    const twice = () => parseAirports(tableOf("airports.tsv", header, row, row), facts.timeZones);
    expect(twice).toThrow("airports.tsv:3: JFK is listed twice");
  });

  const airlineHeader =
    "code\tname\tcountry\talliance\tkind\thubs\tfocus\tpartners\taircraft\tdailyDepartures\tvalidFrom\tvalidUntil\tvaliditySource";
  test.each([
    ["no hub", "XX\tX\tUS\t-\tnetwork\t-\t-\t-\t320\t5\t-\t-\t-", "hubs"],
    ["a hub twice", "XX\tX\tUS\t-\tnetwork\tJFK,JFK\t-\t-\t320\t5\t-\t-\t-", "hubs"],
    ["an unknown alliance", "XX\tX\tUS\tmoon\tnetwork\tJFK\t-\t-\t320\t5\t-\t-\t-", "alliance"],
    ["a last day without its source", "XX\tX\tUS\t-\tnetwork\tJFK\t-\t-\t320\t5\t-\t2026-05-01\t-", "validitySource"],
    ["an unknown kind", "XX\tX\tUS\t-\tbig\tJFK\t-\t-\t320\t5\t-\t-\t-", "kind"],
  ])("rejects an airline with %s", (_fault, row, column) => {
    expect(() => parseAirlines(tableOf("airlines.tsv", airlineHeader, row))).toThrow(`airlines.tsv:2: ${column}`);
  });

  test("rejects a terminal with a star among its carriers", () => {
    const rows = tableOf("terminals.tsv", "airport\tterminal\tcarriers", "JFK\t4\tDL,*");
    expect(() => parseTerminals(rows)).toThrow("terminals.tsv:2: carriers");
  });

  test.each([
    ["no name", "LON\t-\t-\t-\tgeneral", "the row has no name"],
    ["an empty name", "LON\tLondon;;Londres\t-\t-\tgeneral", 'native has ""'],
    ["a name twice", "LON\tLondon\t-\tLondon\tgeneral", '"London" is listed twice'],
    ["an unknown source", "LON\tLondon\t-\t-\tgossip", "source"],
  ])("rejects the names of a place with %s", (_fault, row, message) => {
    const rows = tableOf("place-names.tsv", "code\tnative\tformer\tother\tsource", row);
    expect(() => parsePlaceNames(rows)).toThrow(`place-names.tsv:2: ${message}`);
  });

  test("has names of at least 300 cities, among them the 100 largest", () => {
    expect(facts.placeNames.size).toBeGreaterThanOrEqual(300);
    const passengers = new Map<string, number>();
    for (const { cityCode, passengersMillions } of facts.airports.values()) {
      passengers.set(cityCode, (passengers.get(cityCode) ?? 0) + passengersMillions);
    }
    const largest = [...passengers].sort(([, a], [, b]) => b - a).slice(0, 100);
    expect(largest.filter(([code]) => !facts.placeNames.has(code))).toEqual([]);
  });

  test("lists broken references", () => {
    const empty: Facts = { ...facts, airports: new Map(), aircraft: new Map() };
    const broken = listBrokenReferences(empty);
    expect(broken).toContain("airlines.tsv: DL refers to unknown airport ATL");
    expect(broken).toContain("airlines.tsv: DL refers to unknown aircraft 221");
    expect(broken).toContain("cities.tsv: NYC has no airport");
    expect(broken).toContain("place-names.tsv: NYC has no airport");
    expect(broken).toContain("terminals.tsv: terminal 5 refers to unknown airport LHR");
    const lonely: Facts = { ...facts, airlines: new Map(), cities: new Map() };
    expect(listBrokenReferences(lonely)).toContain("airports.tsv: JFK refers to unknown city NYC");
    expect(listBrokenReferences(lonely)).toContain("terminals.tsv: LHR 5 refers to unknown airline BA");
  });
});
