import { parseEpochDay } from "@wayfare/engine";
import { describe, expect, test } from "vitest";
import { at, facts, firstDay, timetable } from "./made-world.ts";

interface Flown {
  carrier: string;
  from: string;
  to: string;
  km: number;
  departureMinute: number;
  blockMinutes: number;
  aircraft: string;
  family: string;
  originTerminal: string;
  weekly: number;
}

const flown = [...timetable.carrier.keys()].map(describePattern);
const byMarket = Map.groupBy(flown, ({ from, to }) => `${from}-${to}`);
const between = (from: string, to: string): Flown[] => byMarket.get(`${from}-${to}`) ?? [];
const carriers = (from: string, to: string) => new Set(between(from, to).map(({ carrier }) => carrier));
const weekly = (flights: readonly Flown[]) => flights.reduce((sum, flight) => sum + flight.weekly, 0);
const departing = (airport: string) => flown.filter(({ from }) => from === airport);

function describePattern(pattern: number): Flown {
  const market = at(timetable.marketOf, pattern);
  const aircraft = at(timetable.aircraft, at(timetable.aircraftOf, pattern));
  return {
    carrier: at(timetable.carriers, at(timetable.carrier, pattern)).code,
    from: at(timetable.airports, at(timetable.marketOrigin, market)),
    to: at(timetable.airports, at(timetable.marketDestination, market)),
    km: at(timetable.marketKm, market),
    departureMinute: at(timetable.departureMinute, pattern),
    blockMinutes: at(timetable.blockMinutes, pattern),
    aircraft: aircraft.code,
    family: aircraft.family,
    originTerminal: at(timetable.terminals, at(timetable.originTerminal, pattern)),
    weekly: flightsInWeekOf(pattern, "2027-07-12"),
  };
}

function flightsInWeekOf(pattern: number, date: string): number {
  let flights = 0;
  for (let day = parseEpochDay(date) - firstDay, end = day + 7; day < end; day++) {
    const byte = at(
      timetable.operatingBits,
      at(timetable.operatingDays, pattern) * timetable.operatingStride + (day >> 3),
    );
    flights += (byte >> (day & 7)) & 1;
  }
  return flights;
}

const stated = new Set(facts.nonstops.flatMap(({ airline, from, to }) => [airline + from + to, airline + to + from]));
const isStated = (carrier: string, from: string, to: string) => stated.has(carrier + from + to);

describe("airlines by route", () => {
  test.each([
    ["JFK", "LHR", "BA VS AA DL B6"],
    ["EWR", "LHR", "BA UA"],
    ["JFK", "CDG", "AF DL"],
    ["FRA", "JFK", "LH SQ"],
    ["SIN", "EWR", "SQ"],
    ["SIN", "JFK", "SQ"],
    ["PER", "LHR", "QF"],
    ["SYD", "LAX", "QF"],
    ["SYD", "DFW", "QF"],
    ["AKL", "DOH", "QR"],
    ["AKL", "JFK", "NZ"],
    ["DXB", "LHR", "EK BA"],
    ["DXB", "SYD", "EK"],
    ["DOH", "LHR", "QR"],
    ["IST", "JFK", "TK"],
    ["HND", "CTS", "NH JL"],
    ["HND", "FUK", "NH JL"],
    ["GMP", "CJU", "KE 7C"],
    ["HAN", "SGN", "VN VJ"],
    ["MEL", "SYD", "QF VA JQ"],
    ["DEL", "BOM", "6E AI"],
    ["CGH", "SDU", "LA G3 AD"],
    ["MAD", "BCN", "IB"],
    ["ORY", "NCE", "AF"],
    ["LHR", "EDI", "BA"],
    ["FRA", "MUC", "LH"],
    ["JED", "RUH", "SV"],
    ["CPT", "JNB", "FA"],
    ["ATL", "JNB", "DL"],
    ["ATL", "LHR", "DL VS"],
    ["LAX", "HNL", "AS UA DL"],
    ["SFO", "SIN", "UA SQ"],
    ["LAX", "JFK", "DL AA B6"],
    ["BOS", "LGA", "DL"],
    ["DCA", "LGA", "AA"],
    ["HKG", "TPE", "CX CI"],
    ["SIN", "KUL", "SQ MH AK"],
    ["CGK", "DPS", "GA JT"],
    ["MNL", "CEB", "PR 5J"],
    ["BKK", "HKT", "TG PG"],
    ["PEK", "SHA", "CA MU"],
    ["CAN", "PKX", "CZ"],
    ["ADD", "IAD", "ET"],
    ["NBO", "JFK", "KQ"],
    ["GRU", "LIS", "TP LA"],
    ["SCL", "MAD", "LA IB"],
    ["SCL", "IPC", "LA"],
    ["EZE", "MAD", "AR IB"],
    ["BOG", "MDE", "AV"],
    ["MEX", "CUN", "AM VB"],
    ["YVR", "YYZ", "AC WS"],
    ["OSL", "TRD", "SK DY"],
    ["OSL", "LYR", "SK"],
    ["KEF", "JFK", "FI"],
    ["HEL", "HND", "AY"],
    ["WAW", "ORD", "LO"],
    ["TLV", "JFK", "LY"],
    ["ANC", "SEA", "AS"],
    ["GUM", "HNL", "UA"],
    ["PPT", "LAX", "TN"],
  ])("%s–%s is flown by %s", (from, to, expected) => {
    const found = carriers(from, to);
    expect(expected.split(" ").filter((carrier) => !found.has(carrier))).toEqual([]);
    // Routes are flown in both directions.
    expect([...found].filter((carrier) => !carriers(to, from).has(carrier))).toEqual([]);
  });

  test.each([
    ["LHR", "FR U2 W6 WN"],
    ["LCY", "FR EK"],
    ["LGA", "BA LH EK"],
    ["DCA", "BA LH"],
    ["HND", "FR U2"],
    ["CGH", "TP AF"],
    ["LIN", "EK"],
  ])("%s has no flight of %s", (airport, kept) => {
    const seen = new Set(departing(airport).map(({ carrier }) => carrier));
    expect(seen.size).toBeGreaterThan(0);
    expect(kept.split(" ").filter((carrier) => seen.has(carrier))).toEqual([]);
  });

  test("Emirates flies between two foreign countries only if the facts say so", () => {
    const abroad = flown.filter(({ carrier, from, to }) => {
      const home = facts.airlines.get(carrier)?.country;
      const countries = [from, to].map((code) => facts.airports.get(code)?.country);
      return carrier === "EK" && !countries.includes(home) && !isStated(carrier, from, to);
    });
    expect(abroad).toEqual([]);
  });
});

describe("distances and block times", () => {
  test.each([
    ["SIN", "EWR", 18 * 60, 19.5 * 60],
    ["PER", "LHR", 16.5 * 60, 18.5 * 60],
    ["JFK", "LHR", 6.3 * 60, 7.5 * 60],
    ["LHR", "JFK", 7.2 * 60, 8.5 * 60],
    ["LAX", "JFK", 4.8 * 60, 6 * 60],
    ["JFK", "LAX", 5.5 * 60, 6.8 * 60],
    ["SYD", "LAX", 13 * 60, 14.5 * 60],
    ["LAX", "HNL", 5.2 * 60, 6.4 * 60],
    ["HND", "CTS", 80, 105],
    ["LHR", "CDG", 60, 90],
    ["DXB", "LHR", 7 * 60, 8 * 60],
    ["MEL", "SYD", 75, 105],
  ])("%s–%s takes a jet %d to %d minutes", (from, to, least, most) => {
    const jets = between(from, to).filter(({ family }) => family !== "turboprop");
    const times = jets.map(({ blockMinutes }) => blockMinutes);
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((minutes) => minutes < least || minutes > most)).toEqual([]);
  });

  test("westbound takes longer than eastbound over the Atlantic", () => {
    const west = Math.min(...between("LHR", "JFK").map(({ blockMinutes }) => blockMinutes));
    expect(west).toBeGreaterThan(Math.min(...between("JFK", "LHR").map(({ blockMinutes }) => blockMinutes)) + 20);
  });

  test("the longest flight is between 15,000 and 15,700 km with a widebody", () => {
    const longest = flown.reduce((a, b) => (b.km > a.km ? b : a));
    expect(longest.km).toBeGreaterThan(15_000);
    expect(longest.km).toBeLessThan(15_700);
    expect(longest.family).toBe("widebody");
  });

  test("no turboprop flies beyond 1,500 km, no regional jet beyond 4,000 unless stated in the facts, and only long-range types beyond 8,000", () => {
    expect(flown.filter(({ family, km }) => family === "turboprop" && km > 1500).slice(0, 3)).toEqual([]);
    expect(
      flown
        .filter(
          ({ family, km, carrier, from, to }) => family === "regional_jet" && km > 4000 && !isStated(carrier, from, to),
        )
        .slice(0, 3),
    ).toEqual([]);
    expect(flown.filter(({ family, km }) => family !== "widebody" && km > 8000).slice(0, 3)).toEqual([]);
  });
});

describe("aircraft by airport", () => {
  test.each([
    ["LCY", ["widebody"]],
    ["SDU", ["widebody"]],
    ["BHD", ["widebody"]],
    ["YTZ", ["widebody", "narrowbody"]],
  ])("%s has no %s", (airport, families) => {
    const flights = departing(airport);
    expect(flights.length).toBeGreaterThan(0);
    expect(flights.filter(({ family }) => families.includes(family))).toEqual([]);
  });

  test.each(["LHR", "JFK", "DXB", "SIN", "CDG"])("%s has an A380 or another very large type", (airport) => {
    const large = new Set(["388", "77W", "748", "74H", "359", "351"]);
    expect(departing(airport).some(({ aircraft }) => large.has(aircraft))).toBe(true);
  });
});

describe("departure times", () => {
  test("no flight departs from Honolulu to the mainland between 01:00 and 05:00", () => {
    const mainland = departing("HNL").filter(({ km, to }) => km > 3500 && facts.airports.get(to)?.country === "US");
    expect(mainland.length).toBeGreaterThan(10);
    expect(mainland.filter(({ departureMinute }) => departureMinute > 60 && departureMinute < 300)).toEqual([]);
  });

  test("no departure violates a curfew", () => {
    for (const { airport, movement, fromMinute, toMinute } of facts.curfews) {
      if (movement === "arrivals") continue;
      const asleep = (minute: number) =>
        fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
      expect(
        departing(airport).filter(({ departureMinute }) => asleep(departureMinute)),
        airport,
      ).toEqual([]);
    }
  });

  test("most flights from New York to London depart in the evening, and from London to New York by day", () => {
    const evening = between("JFK", "LHR").filter(({ departureMinute }) => departureMinute >= 17 * 60);
    expect(weekly(evening) / weekly(between("JFK", "LHR"))).toBeGreaterThan(0.6);
    const byDay = between("LHR", "JFK").filter(
      ({ departureMinute }) => departureMinute >= 420 && departureMinute < 1230,
    );
    expect(weekly(byDay) / weekly(between("LHR", "JFK"))).toBeGreaterThan(0.85);
  });

  test("fewer than one short flight in fifty departs between midnight and 05:00", () => {
    const short = flown.filter(({ km }) => km < 3000);
    const asleep = short.filter(({ departureMinute }) => departureMinute < 300);
    expect(asleep.length / short.length).toBeLessThan(0.02);
  });

  test("Dubai has departures at two in the morning", () => {
    expect(
      departing("DXB").filter(({ departureMinute }) => departureMinute >= 90 && departureMinute < 240).length,
    ).toBeGreaterThan(20);
  });

  test("islands of the Mediterranean have more flights in July than in January, and the Canaries fewer", () => {
    const flights = (airport: string, date: string) => {
      const patterns = [...timetable.carrier.keys()].filter((pattern) => flown[pattern]?.from === airport);
      return patterns.reduce((sum, pattern) => sum + flightsInWeekOf(pattern, date), 0);
    };
    for (const island of ["PMI", "IBZ", "HER", "RHO", "JTR"]) {
      expect(flights(island, "2027-07-12"), island).toBeGreaterThan(1.3 * flights(island, "2027-01-18"));
    }
    for (const island of ["TFS", "ACE"]) {
      expect(flights(island, "2027-01-18"), island).toBeGreaterThan(1.2 * flights(island, "2027-07-12"));
    }
  });
});

describe("frequencies", () => {
  test.each([
    ["GMP", "CJU", 60],
    ["HND", "CTS", 35],
    ["MEL", "SYD", 35],
    ["SGN", "HAN", 30],
    ["DEL", "BOM", 30],
    ["JED", "RUH", 25],
    ["LHR", "JFK", 15],
    ["CGH", "SDU", 25],
    ["PEK", "SHA", 20],
    ["HKG", "TPE", 15],
    ["MAD", "BCN", 10],
  ])("%s–%s has at least %d flights per day", (from, to, least) => {
    expect(weekly(between(from, to)) / 7).toBeGreaterThanOrEqual(least);
  });

  test.each([
    ["LHR", 600, 700],
    ["ATL", 950, 1350],
    ["LCY", 20, 140],
    ["LGA", 350, 600],
    ["DXB", 420, 700],
    ["SYD", 330, 520],
    ["HND", 550, 750],
    ["LYR", 1, 12],
  ])("%s has %d to %d departures per day", (airport, least, most) => {
    const perDay = weekly(departing(airport)) / 7;
    expect(perDay).toBeGreaterThanOrEqual(least);
    expect(perDay).toBeLessThanOrEqual(most);
  });

  test("Atlanta is mostly Delta, Dallas/Fort Worth mostly American, Dubai mostly Emirates and flydubai", () => {
    const share = (airport: string, own: readonly string[]) =>
      weekly(departing(airport).filter(({ carrier }) => own.includes(carrier))) / weekly(departing(airport));
    expect(share("ATL", ["DL"])).toBeGreaterThan(0.55);
    expect(share("DFW", ["AA"])).toBeGreaterThan(0.6);
    expect(share("DXB", ["EK", "FZ"])).toBeGreaterThan(0.55);
    expect(share("FRA", ["LH"])).toBeGreaterThan(0.4);
  });
});

describe("flight numbers", () => {
  test("an airline's outbound and return flights are an odd number and the next", () => {
    const pairs = new Map(
      flown.map((flight, pattern) => [`${flight.carrier}${at(timetable.flightNumber, pattern)}`, flight]),
    );
    const alone = [...flown.keys()].filter((pattern) => {
      const number = at(timetable.flightNumber, pattern);
      const twin = pairs.get(`${flown[pattern]?.carrier}${number % 2 === 1 ? number + 1 : number - 1}`);
      return twin === undefined || twin.from !== flown[pattern]?.to || twin.to !== flown[pattern].from;
    });
    expect(alone).toEqual([]);
  });

  test("British Airways at Heathrow uses its own terminals, and Air France at Paris terminal 2", () => {
    expect(
      new Set(departing("LHR").flatMap(({ carrier, originTerminal }) => (carrier === "BA" ? [originTerminal] : []))),
    ).toEqual(new Set(["5"]));
    expect(
      departing("CDG").filter(({ carrier, originTerminal }) => carrier === "AF" && !originTerminal.startsWith("2")),
    ).toEqual([]);
  });

  test("American has codeshares on British Airways' flights between their hubs", () => {
    const ba = [...flown.keys()].find((pattern) => {
      const { carrier, from, to } = at(flown, pattern);
      return carrier === "BA" && from === "LHR" && to === "JFK";
    });
    if (ba === undefined) throw new Error("BA does not fly LHR–JFK");
    const shared = timetable.codeshareCarrier.subarray(
      at(timetable.codeshareFirst, ba),
      at(timetable.codeshareFirst, ba + 1),
    );
    expect([...shared].map((carrier) => at(timetable.carriers, carrier).code)).toContain("AA");
  });
});
