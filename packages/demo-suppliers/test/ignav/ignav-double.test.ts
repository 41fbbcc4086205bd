import { startIgnavDouble } from "@wayfare/demo-suppliers";
import { expect, onTestFinished, test } from "vitest";

async function open(options = {}) {
  const ignav = await startIgnavDouble(
    [{ ignav_id: "ign_1", cabin_class: null, price: { status: "unverified" } }],
    options,
  );
  onTestFinished(() => ignav.double.close());
  const call = async (path: string, body: object, headers = { "x-api-key": "ign_key_1" }) => {
    const response = await fetch(ignav.double.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  return { ignav, call };
}

const search = {
  origin: "JFK",
  destination: "LHR",
  departure_date: "2027-02-10",
  adults: 1,
  allow_self_transfer: false,
};

test("answers a search and the links of its itineraries", async () => {
  const generate = ({ market, returnDate }: { market: string; returnDate: string | null }) => [
    { ignav_id: `ign_${market}_${returnDate}` },
  ];
  const { call, ignav } = await open({ generate });
  const trip = { ...search, market: "GB", return_date: "2027-02-20" };
  expect(await call("/fares/round-trip", trip)).toMatchObject({
    status: 200,
    body: { itineraries: [{ ignav_id: "ign_GB_2027-02-20" }] },
  });
  expect(await call("/fares/one-way", search)).toMatchObject({ body: { itineraries: [{ ignav_id: "ign_US_null" }] } });
  expect(await call("/fares/booking-links", { ignav_id: "ign_US_null" })).toMatchObject({
    body: { booking_options: [{ links: [{}] }] },
  });
  expect((await call("/fares/booking-links", { ignav_id: "ign_2" })).status).toBe(404);
  ignav.failures = 1;
  expect([(await call("/fares/one-way", search)).status, (await call("/fares/one-way", search)).status]).toEqual([
    424, 200,
  ]);
  expect(ignav.double.faults).toEqual([]);
});

test.each([
  ["a return on a one-way trip", { return_date: "2027-02-20" }],
  ["an unknown member", { currency: "USD" }],
  ["a city", { origin: "NYC" }],
  ["no airport", { origin: "" }],
  ["another form of date", { departure_date: "10.02.2027" }],
  ["no adult", { adults: 0 }],
  ["ten travelers", { adults: 9, children: 1 }],
  ["two infants on one lap", { infants_on_lap: 2 }],
  ["an unknown cabin", { cabin_class: "premium" }],
  ["three stops", { max_stops: 3 }],
  ["a market that is not a country", { market: "USD" }],
  ["airlines that are included and excluded", { airlines_include: ["BA"], airlines_exclude: ["AA"] }],
  ["self transfers", { allow_self_transfer: true }],
  ["the default of self transfers", { allow_self_transfer: undefined }],
])("reports %s as a fault", async (_title, changes) => {
  const { call, ignav } = await open();
  expect((await call("/fares/one-way", { ...search, ...changes })).status).toBe(400);
  expect(ignav.double.faults).toHaveLength(1);
});

test("reports a wrong key and an unknown route as faults", async () => {
  const { call, ignav } = await open();
  expect((await call("/fares/one-way", search, { "x-api-key": "key" })).status).toBe(401);
  expect((await call("/fares/calendar", search)).status).toBe(400);
  expect(ignav.double.faults).toEqual(["no key", "unknown route /fares/calendar"]);
});
