import {
  type CallOutcome,
  createSchedule,
  createSeatsAeroSupplier,
  readScheduleFile,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
  type SupplierAccess,
} from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../src/schedule/schedule.ts";
import { primaryLinkOf } from "../../src/seats-aero/booking-link.ts";
import { isTimed } from "../../src/seats-aero/complete-times.ts";
import { localDateOf } from "../../src/wire/local-time.ts";
import { accessOf, describeConformance } from "../conformance.ts";
import { adapterOptions, makeEgress, searchedAtMs, searchWith, toConformant } from "../doubles/adapter.ts";
import { type SeatsAeroDouble, startSeatsAeroDouble } from "../doubles/seats-aero-double.ts";
import { places } from "../places.ts";
import { queryFor } from "../query.ts";
import { readRecorded } from "../recorded.ts";

const secret = "pro_9f8e7d6c5b4a";
const query = queryFor({
  origin: { code: "JFK", kind: "airport" },
  destination: { code: "LHR", kind: "airport" },
  departureDate: "2027-02-10",
  includeCash: false,
});

interface Row {
  ID: string;
  Date: string;
  Route: { OriginAirport: string; DestinationAirport: string };
  AvailabilityTrips: Record<string, unknown>[] | null;
}

/** The row of another day, or of the opposite direction. */
function shiftRow(row: Row, days: number, isReturn = false): Row {
  const shift = (value: unknown) => {
    const text = String(value);
    return `${addDays(text.slice(0, 10), days)}${text.slice(10)}`;
  };
  const { OriginAirport, DestinationAirport } = row.Route;
  const ends = isReturn ? { OriginAirport: DestinationAirport, DestinationAirport: OriginAirport } : row.Route;
  const suffix = `X${days}`;
  return {
    ...row,
    ID: row.ID + suffix,
    Date: shift(row.Date),
    Route: { ...row.Route, ...ends },
    AvailabilityTrips: (row.AvailabilityTrips ?? []).map((trip) => ({
      ...trip,
      ID: `${String(trip.ID)}${suffix}`,
      ...(isReturn && { OriginAirport: trip.DestinationAirport, DestinationAirport: trip.OriginAirport }),
      DepartsAt: shift(trip.DepartsAt),
      ArrivesAt: shift(trip.ArrivesAt),
    })),
  };
}

/** Prices the offer of a flight again. */
function repriceWith(supplier: Supplier, kept: SuppliedFlight, searched: SearchQuery) {
  const sales = { version: 0, seats: [] };
  return supplier.reprice(
    {
      searchId: "srch_01kahz2j7p3v8c5m9n4q6r7s8t",
      query: searched,
      searchedAtMs,
      position: 0,
      version: null,
      sales,
      kept,
    },
    {
      sales,
      deadlineMs: 30_000,
      admit: (work) => work(new AbortController().signal),
      access: accessOf({ secret, partition: "live" }, 10),
    },
  );
}

const rows = (file = "search-with-trips.json"): Row[] => JSON.parse(readRecorded(`seats-aero/${file}`)).data;
const trips = () => JSON.parse(readRecorded("seats-aero/trips.json"));
const timetable = (text = "") =>
  createSchedule(
    readScheduleFile(
      `carrier\tnumber\torigin\tdestination\tfrom\tto\tdays\tdeparture\tarrival\tarrivalDay\taircraft\n${text}`,
    ),
    places,
  );

async function open(schedule = timetable()) {
  const egress = makeEgress();
  const seats = await startSeatsAeroDouble([{ data: rows() }]);
  const supplier = createSeatsAeroSupplier({ ...adapterOptions(egress, seats.double), schedule });
  return { egress, seats, supplier, double: seats.double };
}

describe("the seats.aero supplier", () => {
  describeConformance(
    async () => {
      const opened = await open();
      const [row] = rows();
      opened.seats.trips.set(row?.ID ?? "", { data: row?.AvailabilityTrips ?? [] });
      return toConformant(opened, {
        secret,
        query,
        good: ({ members = {}, paddingBytes = 0 } = {}) => {
          const data = rows().map((each) => ({ ...each, ...members }));
          return JSON.stringify({ data, hasMore: false, ...members }) + " ".repeat(paddingBytes);
        },
      });
    },
    ({ needs }) => needs !== "version",
  );
});

describe("a search of seats.aero", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let seats: SeatsAeroDouble;
  beforeEach(async () => {
    opened = await open();
    ({ seats } = opened);
  });
  afterEach(async () => {
    expect(seats.double.faults).toEqual([]);
    await seats.double.close();
    await opened.egress.close();
  });

  const search = (changes = {}, context = {}) =>
    searchWith(opened.supplier, { ...query, ...changes }, { secret, ...context });
  test("requests fewer rows if a page is too large, and reports no outage", async () => {
    const takes: string[] = [];
    const { double } = seats;
    Object.defineProperty(double, "misbehavior", {
      get() {
        const take = double.requests.at(-1)?.query.get("take") ?? "";
        takes.push(take);
        return Number(take) > 100 ? { kind: "answer", answer: { body: " ".repeat(9_000_000) } } : null;
      },
    });
    expect((await search()).flights.length).toBeGreaterThan(0);
    expect(takes.filter((take) => take !== "")).toEqual(["500", "125", "32"]);
  });

  const paths = () => seats.double.requests.map(({ path }) => path);
  const connecting = (flights: readonly SuppliedFlight[]) =>
    flights.filter(({ slices }) => slices[0]?.segments.length === 2);

  test("expands cities in one call, and names cabin, programs and nonstop flights as the API does", async () => {
    const changes = { cabin: "premium_economy", maxStops: 0, programs: ["britishairways", "aeroplan", "cathay"] };
    await search({ ...changes, origin: { code: "NYC", kind: "city" } });
    expect(Object.fromEntries(seats.double.requests[0]?.query ?? [])).toMatchObject({
      origin_airport: "JFK,EWR,LGA",
      cabins: "premium",
      only_direct_flights: "true",
      sources: "aeroplan,british",
      include_trips: "true",
    });
  });

  test("makes no call for programs that the supplier does not have", async () => {
    expect((await search({ programs: ["cathay"] })).flights).toEqual([]);
    expect(paths()).toEqual([]);
  });

  test("does not guess the miles of infants on a lap", () => {
    expect(opened.supplier.capabilities.travelers).toEqual(["adult", "youth", "child", "infant_in_seat"]);
  });

  test("charges every traveler with a seat the same miles, with the taxes of adults only", async () => {
    const travelers = { adults: 1, youths: 1, children: 0, infantsInSeat: 1, infants: 0 };
    const one = (await search()).flights[0]?.award[0];
    const [award] = (await search({ travelers })).flights.flatMap((flight) => flight.award);
    expect(award?.miles).toBe(3 * (one?.miles ?? 0));
    expect(award?.total).toBeNull();
    expect(award?.perTraveler).toMatchObject([
      { type: "adult", count: 1, miles: one?.miles },
      { type: "youth", count: 1, miles: one?.miles, total: null },
      { type: "infant_in_seat", count: 1, miles: one?.miles, total: null },
    ]);
  });

  test("reads all pages, each row once, with the cursor of the first", async () => {
    const [first, second, third] = rows();
    seats.pages = [{ data: [first, second] }, { data: [second, third] }];
    const { flights, coverage } = await search();
    expect([flights.length, coverage]).toEqual([3, 1]);
  });

  test("keeps the first page if the budget ends, with a lower coverage", async () => {
    seats.pages = rows().map((row) => ({ data: [row] }));
    const { flights, coverage } = await search({}, { maxCalls: 1 });
    expect([flights.length, coverage]).toEqual([2, 0.5]);
  });

  test("leaves unknown times null", async () => {
    const [trip] = connecting((await search()).flights);
    expect(trip?.slices[0]?.segments.map(({ departure, arrival }) => [departure !== null, arrival !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(trip?.slices[0]?.layovers).toMatchObject([{ airport: "CLT", durationMinutes: null, overnight: null }]);
  });

  test("looks trips up that nothing else completes, with their booking link", async () => {
    seats.trips.set("Syn0001AbCdEfGhIjKlMnOpQrSt", trips());
    const [trip] = connecting((await search()).flights);
    expect(trip && isTimed(trip)).toBe(true);
    expect(trip?.award[0]?.bookingLink).toBe("https://www.aa.com/booking/find-flights");
    expect(paths()).toEqual(["/search", "/trips/Syn0001AbCdEfGhIjKlMnOpQrSt"]);
  });

  test("takes times from the operator's schedule, without a call", async () => {
    await opened.egress.close();
    await seats.double.close();
    opened = await open(
      timetable(
        "AA\t1021\tJFK\tCLT\t2027-01-01\t2027-03-01\t1234567\t09:00\t11:20\t0\t321\n" +
          "AA\t730\tCLT\tLHR\t2027-01-01\t2027-03-01\t1234567\t18:30\t06:55\t1\t772",
      ),
    );
    ({ seats } = opened);
    const [trip] = connecting((await search()).flights);
    expect(trip?.slices[0]?.layovers).toMatchObject([{ durationMinutes: 430 }]);
    expect(paths()).toEqual(["/search"]);
  });

  test("waits for cash flights of the same search, and makes no call for trips that they complete", async () => {
    const [cash] = connecting((await search()).flights);
    const settled = Promise.withResolvers<void>();
    const found: SuppliedFlight[] = [];
    const searching = search({}, { peers: { listFlights: () => found, settled: settled.promise } });
    await expect.poll(() => paths().length).toBe(3);
    if (cash) found.push(cash);
    settled.resolve();
    expect(connecting((await searching).flights)).toHaveLength(1);
    expect(paths().filter((path) => path.startsWith("/trips"))).toHaveLength(1);
  });

  test("looks up rows without trips, and says what it could not look up", async () => {
    seats.pages = [{ data: rows("search-without-trips.json") }];
    const [row] = rows();
    seats.trips.set("Syn0001AbCdEfGhIjKlMnOpQrSt", { data: row?.AvailabilityTrips });
    const { flights, coverage } = await search();
    expect(flights).toHaveLength(2);
    expect(coverage).toBeLessThan(1);
  });

  test("covers days and places of a direction in one call", async () => {
    const airport = (code: string) => ({ code, kind: "airport" });
    const lists = { moreOrigins: [{ code: "NYC", kind: "city" }], moreDestinations: [airport("ZRH")] };
    const near = rows().map((row) => shiftRow(row, 2));
    const far = rows().map((row) => shiftRow(row, 4));
    seats.pages = [{ data: [...rows(), ...near, ...far] }];
    const { flights } = await search({ ...lists, flexibleDays: 2 });
    expect(seats.double.requests.filter(({ path }) => path === "/search")).toHaveLength(1);
    expect(Object.fromEntries(seats.double.requests[0]?.query ?? [])).toMatchObject({
      origin_airport: "JFK,EWR,LGA",
      destination_airport: "LHR,ZRH",
      start_date: "2027-02-08",
      end_date: "2027-02-12",
      order_by: "lowest_mileage",
    });
    const dates = flights.flatMap(({ slices }) => slices[0]?.segments[0]?.departure ?? []).map(localDateOf);
    expect(new Set(dates)).toEqual(new Set(["2027-02-10", "2027-02-12"]));
  });

  describe("for a round trip", () => {
    const returnTrip = { returnDate: "2027-02-17" };
    beforeEach(() => {
      seats.pages = [{ data: [...rows(), ...rows().map((row) => shiftRow(row, 7, true))] }];
    });

    test("makes two calls, and combines awards of the same program to two tickets", async () => {
      const { flights, coverage } = await search({ ...returnTrip, maxStops: 0 });
      const searches = seats.double.requests.filter(({ path }) => path === "/search");
      expect(searches.map(({ query: sent }) => [sent.get("origin_airport"), sent.get("start_date")])).toEqual([
        ["JFK", "2027-02-10"],
        ["LHR", "2027-02-17"],
      ]);
      expect(coverage).toBe(1);
      expect(flights.length).toBeGreaterThan(0);
      for (const { slices, award } of flights) {
        const [offer] = award;
        expect(slices.map(({ origin, destination }) => [origin, destination])).toEqual([
          ["JFK", "LHR"],
          ["LHR", "JFK"],
        ]);
        expect(offer?.tickets?.map(({ segments }) => segments)).toEqual([1, 1]);
        expect(offer).toMatchObject({
          separateTickets: true,
          miles: offer?.tickets?.reduce((sum, { miles }) => sum + miles, 0),
        });
      }
      const programs = new Set(flights.map(({ award }) => award[0]?.program));
      expect(programs.size).toBeGreaterThan(1);
    });

    test("makes at most two calls of /trips for each direction", async () => {
      const connected = rows().map((row) => ({
        ...row,
        AvailabilityTrips: (row.AvailabilityTrips ?? []).map((trip) => ({
          ...trip,
          FlightNumbers: "AA1021, AA730",
          Connections: ["CLT"],
        })),
      }));
      seats.pages = [{ data: [...connected, ...connected.map((row) => shiftRow(row, 7, true))] }];
      await search(returnTrip);
      expect(paths().filter((path) => path === "/search")).toHaveLength(2);
      expect(paths().filter((path) => path.startsWith("/trips/"))).toHaveLength(4);
    });

    test("is skipped if the budget has one call", async () => {
      await expect(search(returnTrip, { maxCalls: 1 })).rejects.toMatchObject({ reason: "budget" });
    });

    test("prices both tickets again with one call each, and has the link of each", async () => {
      const [quoted] = (await search({ ...returnTrip, maxStops: 0 })).flights;
      const [offer] = quoted?.award ?? [];
      if (quoted === undefined || offer === undefined) throw new Error("a round trip is found");
      const all: Row[] = seats.pages[0]?.data.map((row) => row as Row) ?? [];
      for (const row of all) {
        seats.trips.set(row.ID, {
          data: row.AvailabilityTrips,
          booking_links: [
            { label: "First", link: `https://www.example.com/other/${row.ID}` },
            { label: "Program", link: `https://www.example.com/book/${row.ID}`, primary: true },
          ],
        });
      }
      const before = seats.double.requests.length;
      const repriced = await repriceWith(opened.supplier, quoted, { ...query, ...returnTrip });
      expect(seats.double.requests.slice(before).map(({ path }) => path.slice(0, 7))).toEqual(["/trips/", "/trips/"]);
      expect(repriced).toMatchObject({ status: "available", flight: { slices: quoted.slices } });
      const links = repriced.status === "available" ? repriced.flight.award[0]?.tickets : [];
      const ids = offer.reference?.split(" ").map((reference) => reference.split("/")[0]);
      expect(links?.map(({ bookingLink }) => bookingLink)).toEqual(
        ids?.map((id) => `https://www.example.com/book/${id}`),
      );
      const [, inbound] = ids ?? [];
      seats.trips.delete(inbound ?? "");
      expect(await repriceWith(opened.supplier, quoted, { ...query, ...returnTrip })).toEqual({ status: "sold_out" });
    });
  });

  test("has a booking link after every repricing, also for trips that were not looked up before", async () => {
    const { flights } = await search({ maxStops: 0 });
    const [quoted] = flights;
    const all = rows();
    for (const row of all) {
      seats.trips.set(row.ID, { data: row.AvailabilityTrips, booking_links: trips().booking_links });
    }
    expect(quoted?.award[0]).not.toHaveProperty("bookingLink");
    if (quoted === undefined) throw new Error("a nonstop is found");
    const same = await repriceWith(opened.supplier, quoted, query);
    expect(same).toMatchObject({
      status: "available",
      flight: { award: [{ bookingLink: "https://www.aa.com/booking/find-flights" }] },
    });
    const [offer] = quoted.award;
    const cheaper = { ...quoted, award: offer === undefined ? [] : [{ ...offer, miles: offer.miles - 1 }] };
    expect(await repriceWith(opened.supplier, cheaper, query)).toMatchObject({
      status: "changed",
      current: { award: [{ bookingLink: "https://www.aa.com/booking/find-flights" }] },
    });
  });

  test("takes the first link if none is primary, and only https links", async () => {
    const links = (list: object[]) => primaryLinkOf(JSON.parse(JSON.stringify({ booking_links: list })));
    const [plain, first, second] = ["http://a.example/", "https://b.example/", "https://c.example/"];
    expect(links([{ link: plain, primary: true }, { link: first }, { link: second }])).toBe(first);
    expect(links([{ link: first }, { link: second, primary: true }])).toBe(second);
    expect(links([{ link: plain }])).toBeUndefined();
    expect(primaryLinkOf({})).toBeUndefined();
  });

  test("reports that no call is left until midnight", async () => {
    seats.remaining = 0;
    const outcomes: CallOutcome[] = [];
    const access: SupplierAccess = {
      credential: { id: "cred_1", secret, partition: "live" },
      budget: { acquire: async () => ({ settle: (outcome) => void outcomes.push(outcome) }) },
    };
    await expect(search({}, { access })).rejects.toMatchObject({ kind: "rate_limited" });
    expect(outcomes).toMatchObject([{ health: "refused", retryAtMs: Date.UTC(2026, 10, 22) }]);
  });
});
