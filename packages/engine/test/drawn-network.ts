import {
  airportsOf,
  buildTimetable,
  type ConnectionRules,
  createEnumeration,
  type Enumeration,
  enumerateItineraries,
  minutesPerDay,
  type Network,
  type NetworkAirport,
  type NetworkCarrier,
  noFilters,
  offsetAtInstant,
  openTimetable,
  parseEpochDay,
  type SliceQuestion,
  type Timetable,
} from "@wayfare/engine";

/** Airports that drawn timetables fly between. */
const airports: Record<string, NetworkAirport> = Object.fromEntries(
  (
    [
      ["JFK", "NYC", "US", 40.64, -73.78, "America/New_York"],
      ["EWR", "NYC", "US", 40.69, -74.17, "America/New_York"],
      ["BOS", "BOS", "US", 42.36, -71.01, "America/New_York"],
      ["ORD", "CHI", "US", 41.98, -87.9, "America/Chicago"],
      ["DEN", "DEN", "US", 39.86, -104.67, "America/Denver"],
      ["LAX", "LAX", "US", 33.94, -118.41, "America/Los_Angeles"],
      ["LHR", "LON", "GB", 51.47, -0.45, "Europe/London"],
      ["LGW", "LON", "GB", 51.15, -0.18, "Europe/London"],
      ["DUB", "DUB", "IE", 53.42, -6.27, "Europe/Dublin"],
      ["FRA", "FRA", "DE", 50.03, 8.57, "Europe/Berlin"],
      ["MUC", "MUC", "DE", 48.35, 11.79, "Europe/Berlin"],
      ["NRT", "TYO", "JP", 35.76, 140.39, "Asia/Tokyo"],
      ["HND", "TYO", "JP", 35.55, 139.78, "Asia/Tokyo"],
      ["APW", "APW", "WS", -13.83, -172.01, "Pacific/Apia"],
      ["PPG", "PPG", "AS", -14.33, -170.71, "Pacific/Pago_Pago"],
      ["SYD", "SYD", "AU", -33.95, 151.18, "Australia/Sydney"],
    ] as const
  ).map(([code, city, country, latitude, longitude, timeZone]) => [
    code,
    { code, city, country, latitude, longitude, timeZone },
  ]),
);

const carriers: NetworkCarrier[] = [
  { code: "BA", country: "GB", alliance: "oneworld", kind: "network", partners: [] },
  { code: "AA", country: "US", alliance: "oneworld", kind: "network", partners: ["B6"] },
  { code: "UA", country: "US", alliance: "star", kind: "network", partners: [] },
  { code: "LH", country: "DE", alliance: "star", kind: "network", partners: [] },
  { code: "B6", country: "US", alliance: null, kind: "low_cost", partners: [] },
  { code: "JL", country: "JP", alliance: "oneworld", kind: "network", partners: [] },
  { code: "AF", country: "FR", alliance: "skyteam", kind: "network", partners: [] },
  { code: "NK", country: "US", alliance: null, kind: "low_cost", partners: [] },
];

const noRules: ConnectionRules = { minimumConnections: [], circuity: [] };

const firstDay = parseEpochDay("2027-12-01");
const days = 500;

/**
 * Reads a timetable as one is drawn: a line a flight, `carrier+number[=codeshare…] from hh:mm to hh:mm[+days] [weekdays 1–7]`, times local.
 * The block time follows from the local times on a day without a change of clocks, 2028-01-12.
 */
export function drawNetwork(text: string, rules: ConnectionRules = noRules): Network {
  const rows = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readRow);
  const codes = [...new Set(rows.flatMap(({ from, to }) => [from, to]))].sort();
  const weekdays = [...new Set(rows.map((row) => row.weekdays))];
  const ordinary = parseEpochDay("2028-01-12");
  const u16 = (of: (row: DrawnFlight) => number) => Uint16Array.from(rows, of);
  return {
    airports: codes.map(airportNamed),
    carriers,
    aircraft: [{ code: "77W", family: "widebody", seats: [200, 30, 40, 8], fuelKgPerKm: 8 }],
    terminals: ["", "4", "5"],
    firstDay,
    days,
    patterns: {
      count: rows.length,
      carrier: u16(({ carrier }) => carriers.findIndex(({ code }) => code === carrier)),
      operatingCarrier: u16(({ carrier }) => carriers.findIndex(({ code }) => code === carrier)),
      flightNumber: u16(({ number }) => number),
      origin: u16(({ from }) => codes.indexOf(from)),
      destination: u16(({ to }) => codes.indexOf(to)),
      departureMinute: u16(({ leaves }) => leaves),
      blockMinutes: u16((row) => {
        const leaves = ordinary * minutesPerDay + row.leaves - offsetOn(row.from, ordinary);
        return ordinary * minutesPerDay + row.arrives - offsetOn(row.to, ordinary) - leaves;
      }),
      aircraft: new Uint8Array(rows.length),
      operatingDays: u16((row) => weekdays.indexOf(row.weekdays)),
      originTerminal: u16(() => 1),
      destinationTerminal: u16(() => 2),
    },
    operatingDays: weekdays.map(bitmapOf),
    codeshares: codesharesOf(rows),
    rules,
  };
}

interface DrawnFlight {
  carrier: string;
  number: number;
  from: string;
  to: string;
  leaves: number;
  arrives: number;
  weekdays: string;
  codeshares: { carrier: string; number: number }[];
}

function readRow(line: string): DrawnFlight {
  const found = /^(\w\w)(\d+)((?:=\w\w\d+)*) (\w{3}) (\d\d):(\d\d) (\w{3}) (\d\d):(\d\d)([+-]\d)?(?: ([1-7]+))?$/.exec(
    line,
  );
  if (found === null) throw new Error(`not a flight: ${line}`);
  const [, carrier = "", number, sold = "", from = "", h1, m1, to = "", h2, m2, shift = "0", weekdays = "1234567"] =
    found;
  const leaves = Number(h1) * 60 + Number(m1);
  const arrives = Number(h2) * 60 + Number(m2) + Number(shift) * minutesPerDay;
  const codeshares = sold.split("=").slice(1);
  return {
    carrier,
    number: Number(number),
    from,
    to,
    leaves,
    arrives,
    weekdays,
    codeshares: codeshares.map((code) => ({ carrier: code.slice(0, 2), number: Number(code.slice(2)) })),
  };
}

function codesharesOf(rows: DrawnFlight[]): Network["codeshares"] {
  const shares = rows.flatMap(({ codeshares }, pattern) => codeshares.map((share) => ({ ...share, pattern })));
  return {
    count: shares.length,
    pattern: Uint32Array.from(shares, ({ pattern }) => pattern),
    carrier: Uint16Array.from(shares, ({ carrier }) => carriers.findIndex(({ code }) => code === carrier)),
    flightNumber: Uint16Array.from(shares, ({ number }) => number),
  };
}

function airportNamed(code: string): NetworkAirport {
  const airport = airports[code];
  if (airport === undefined) throw new Error(`no airport ${code} to draw with`);
  return airport;
}

function offsetOn(code: string, day: number): number {
  const { timeZone } = airportNamed(code);
  const local = new Date(day * 86_400_000 + 43_200_000).toLocaleString("sv", { timeZone });
  return Math.round((Date.parse(`${local.replace(" ", "T")}Z`) - (day * 86_400_000 + 43_200_000)) / 60_000);
}

function bitmapOf(weekdays: string): Uint8Array {
  const row = new Uint8Array(Math.ceil(days / 8));
  for (let offset = 0; offset < days; offset++) {
    // 1970-01-01 was a Thursday, day 4 of a week that starts on Monday with 1.
    const weekday = ((firstDay + offset + 3) % 7) + 1;
    if (weekdays.includes(String(weekday))) row[offset >> 3] = (row[offset >> 3] ?? 0) | (1 << (offset & 7));
  }
  return row;
}

export function drawTimetable(text: string, rules: ConnectionRules = noRules): Timetable {
  return openTimetable(buildTimetable(drawNetwork(text, rules)));
}

/** Asks a drawn timetable, and writes each way as `BA1 LHR 09:00 JFK 12:00 / AA2 …`, sorted. */
export function waysOf(
  timetable: Timetable,
  from: string,
  to: string,
  on: string,
  asked: Partial<SliceQuestion> = {},
): string[] {
  const enumeration = createEnumeration(timetable);
  const found = enumerateItineraries(enumeration, {
    origins: airportsOf(timetable, from),
    destinations: airportsOf(timetable, to),
    day: parseEpochDay(on),
    maxStops: 2,
    ...noFilters,
    ...asked,
  });
  const ways: string[] = [];
  for (let row = 0; row < found.count; row++) {
    const flights = [found.first[row], found.second[row], found.third[row]].filter((flight) => (flight ?? -1) >= 0);
    ways.push(flights.map((flight) => writeFlight(enumeration, flight ?? -1, parseEpochDay(on))).join(" / "));
  }
  return ways.sort();
}

function writeFlight({ timetable, pool }: Enumeration, flight: number, day: number): string {
  const pattern = at(pool.pattern, flight);
  const market = at(timetable.marketOf, pattern);
  const origin = at(timetable.marketOrigin, market);
  const destination = at(timetable.marketDestination, market);
  const carrier = timetable.carriers[at(timetable.carrier, pattern)]?.code;
  const leaves = localTime(timetable, origin, at(pool.departure, flight), day);
  const arrives = localTime(timetable, destination, at(pool.arrival, flight), day);
  const number = at(timetable.flightNumber, pattern);
  return `${carrier}${number} ${timetable.airports[origin]} ${leaves} ${timetable.airports[destination]} ${arrives}`;
}

function localTime(timetable: Timetable, airport: number, epochMinutes: number, day: number): string {
  const local = epochMinutes + offsetAtInstant(timetable.offsets, at(timetable.airportZone, airport), epochMinutes);
  const minute = ((local % minutesPerDay) + minutesPerDay) % minutesPerDay;
  const shift = Math.floor(local / minutesPerDay) - day;
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return shift === 0 ? time : `${time}${shift > 0 ? "+" : ""}${shift}`;
}

function at(column: ArrayLike<number>, index: number): number {
  const value = column[index];
  if (value === undefined) throw new RangeError(`no row ${index}`);
  return value;
}
