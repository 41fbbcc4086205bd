import {
  type CallOutcome,
  createSchedule,
  createSeatsAeroSupplier,
  readScheduleFile,
  type SuppliedFlight,
  type SupplierAccess,
} from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isTimed } from "../../src/seats-aero/complete-times.ts";
import { describeConformance } from "../conformance.ts";
import { adapterOptions, makeEgress, searchWith, toConformant } from "../doubles/adapter.ts";
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
  AvailabilityTrips: object[];
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
  test("asks for fewer rows if a page is too large, and reports no outage", async () => {
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

  test("does not guess the miles of infants", async () => {
    const travelers = { adults: 1, children: 0, infants: 1 };
    await expect(search({ travelers })).rejects.toMatchObject({ name: "SupplierSkipped", reason: "unsupported" });
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
