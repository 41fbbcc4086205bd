import { startSeatsAeroDouble } from "@wayfare/demo-suppliers";
import { expect, onTestFinished, test } from "vitest";

interface Body {
  data: { ID: string; AvailabilityTrips: { ID: string }[] | null }[];
  count: number;
  hasMore: boolean;
  cursor: number;
}

const clock = { ms: Date.UTC(2027, 0, 10, 12) };

async function open(pages: { data: unknown[] }[] = [], options = {}) {
  const seats = await startSeatsAeroDouble(pages, { nowMs: () => clock.ms, ...options });
  onTestFinished(() => seats.double.close());
  const call = async (path: string, headers = { "partner-authorization": "pro_1" }) => {
    const response = await fetch(seats.double.url + path, { headers });
    const body: Body = JSON.parse(await response.text());
    return { status: response.status, left: response.headers.get("x-ratelimit-remaining"), body };
  };
  return { seats, call };
}

const base = "/search?origin_airport=JFK,EWR&destination_airport=LHR&start_date=2027-02-10&end_date=2027-02-12";
const rows = Array.from({ length: 25 }, (_, n) => ({
  ID: `row${n}`,
  Source: n % 2 === 0 ? "american" : "british",
  AvailabilityTrips: [{ ID: `t${n}` }],
}));

test("filters given rows by program, unless it ignores them", async () => {
  const { seats, call } = await open([{ data: rows }]);
  expect((await call(`${base}&sources=british`)).body.data).toHaveLength(12);
  seats.ignoresSources = true;
  expect((await call(`${base}&sources=british`)).body.data).toHaveLength(25);
  expect(seats.double.faults).toEqual([]);
});

test("pages generated rows by take and skip, with the cursor of the first page", async () => {
  const { call, seats } = await open([], { generate: () => rows });
  const first = await call(`${base}&take=10&include_trips=true`);
  expect(first.body).toMatchObject({ count: 10, hasMore: true });
  expect(first.body.data[0]?.AvailabilityTrips).toEqual([{ ID: "t0" }]);
  const last = await call(`${base}&take=10&skip=20&cursor=${first.body.cursor}`);
  expect(last.body).toMatchObject({ count: 5, hasMore: false });
  expect(last.body.data[0]?.AvailabilityTrips).toBeNull();
  expect((await call("/trips/row20")).body).toMatchObject({
    data: [{ ID: "t20" }],
    booking_links: [{ primary: true }],
  });
  expect((await call("/trips/row99")).status).toBe(404);
  expect(seats.double.faults).toEqual([]);
});

test("limits the calls of a day, which ends at midnight UTC", async () => {
  const { call, seats } = await open();
  seats.remaining = 2;
  expect((await call("/routes")).left).toBe("1");
  expect((await call("/routes?source=american")).left).toBe("0");
  expect(await call("/routes")).toMatchObject({ status: 429, left: "0" });
  clock.ms += 12 * 3_600_000;
  expect(await call("/routes")).toMatchObject({ status: 200, left: "999" });
});

test.each([
  "/search?origin_airport=JFK",
  "/search?origin_airport=New%20York&destination_airport=LHR",
  `${base}&currency=USD`,
  `${base}&take=9`,
  `${base}&take=1001`,
  `${base}&skip=10`,
  `${base}&skip=10&cursor=1`,
  `${base}&cabins=premium_economy`,
  `${base}&order_by=price`,
  `${base}&include_trips=1`,
  base.replace("end_date=2027-02-12", "end_date=2027-02-09"),
  base.replace("start_date=2027-02-10", "start_date=tomorrow"),
  "/availability?source=american",
])("reports %s as a fault", async (path) => {
  const { call, seats } = await open([{ data: rows }]);
  expect((await call(path)).status).toBe(400);
  expect(seats.double.faults).toHaveLength(1);
});
