import type { Booking } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { book, contact, findOffer, traveler } from "../booking-requests.ts";
import { liveSearch, startLiveApp } from "../live-app.ts";

const search = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a search states its travelers, and a booking keeps their types and takes seats for all but lap infants", async () => {
    const { app, database } = await startApp(kind);
    const travelers = { adults: 1, ages: [15, 8, 1, 0], infantsInSeat: 1 };
    const answer = await app.call("/v1/flights/search", { body: { ...search, travelers } });
    expect(answer.body).toMatchObject({
      request: {
        travelers: { adults: 1, youths: 1, children: 1, infants: 1, infantsInSeat: 1, ages: [15, 8, 1, 0] },
      },
    });
    const offerId = await findOffer(app, { travelers });
    const people = [
      traveler,
      { ...traveler, type: "youth", bornOn: "2011-06-01" },
      { ...traveler, type: "child", bornOn: "2018-06-01" },
      { ...traveler, type: "infant_in_seat", bornOn: "2025-06-01" },
      { ...traveler, type: "infant", bornOn: "2026-06-01" },
    ];
    const { status, booking } = await book(app, offerId, { travelers: people });
    expect(status).toBe(201);
    expect(booking.travelers).toEqual(people);
    const [sold] = await database.query<{ seats: number }>("SELECT sum(seats)::integer AS seats FROM sold_seats");
    expect(sold?.seats).toBe(4);
    const read: Booking = JSON.parse((await app.call(`/v1/bookings/${booking.id}`)).text);
    expect(read).toEqual(booking);
    const younger = people.map((each) => (each.type === "youth" ? { ...each, bornOn: "2012-06-01" } : each));
    const refused = await book(app, offerId, { travelers: younger });
    expect(refused).toMatchObject({ status: 422, code: "TRAVELERS_MISMATCH" });
    expect(refused.body.errors?.map(({ pointer }) => pointer)).toEqual(["/travelers/1/bornOn"]);
  });

  test("a booking and an offer of an earlier version are read", async () => {
    const { app, database } = await startApp(kind);
    const offerId = await findOffer(app, { travelers: { adults: 1, children: 1 } });
    const older = { adults: 1, children: 1, infants: 0 };
    await database.execute("UPDATE searches SET request = jsonb_set(request, '{travelers}', $1::jsonb)", [
      JSON.stringify(older),
    ]);
    const child = { ...traveler, type: "child", bornOn: "2017-01-01" };
    expect(await book(app, offerId, { travelers: [traveler, child] })).toMatchObject({ status: 201 });
  });

  test("an infant who turns two before the return is refused on the lap", async () => {
    const { app, database } = await startApp(kind);
    const trip = { returnDate: "2027-02-20", travelers: { adults: 1, infants: 1 } };
    const offerId = await findOffer(app, trip);
    const infant = { ...traveler, type: "infant", bornOn: "2025-02-10" };
    const refused = await book(app, offerId, { travelers: [traveler, infant] });
    expect(refused).toMatchObject({ status: 422, code: "TRAVELERS_MISMATCH" });
    expect(refused.body).toMatchObject({
      errors: [{ pointer: "/travelers/1/bornOn", detail: expect.stringContaining("needs a seat") }],
    });
    expect(await database.query("SELECT 1 FROM bookings")).toEqual([]);
  });

  test("a name outside the alphabet gets a transliteration, which is not logged", async () => {
    const { app, database } = await startApp(kind);
    const offerId = await findOffer(app);
    const people = [{ ...traveler, givenName: "Софија", familyName: "😀" }];
    const refused = await book(app, offerId, { travelers: people, headers: { "idempotency-key": "names" } });
    expect(refused).toMatchObject({ status: 422, code: "TRAVELERS_MISMATCH" });
    expect(refused.body).toMatchObject({
      errors: [
        { pointer: "/travelers/0/givenName", code: "NAME_ALPHABET", suggestion: "Sofija" },
        { pointer: "/travelers/0/familyName", code: "NAME_ALPHABET" },
      ],
    });
    expect(refused.body.detail).not.toMatch(/Sofija|Софија/);
    expect(app.logLines.join("")).not.toMatch(/Sofija|Софија/);
    for (const table of ["idempotent_requests", "events", "audit_events", "bookings"]) {
      expect(JSON.stringify(await database.query(`SELECT * FROM ${table}`)), table).not.toMatch(/Sofija|Софија/);
    }
  });
});

test.each<[string, object, string, string]>([
  ["infants beyond the adults", { adults: 1, infants: 2 }, "/travelers/infants", "TOO_MANY_INFANTS"],
  ["ten seats", { adults: 5, youths: 3, infantsInSeat: 2 }, "/travelers", "TOO_MANY_SEATS"],
  ["ages against the counts", { adults: 1, children: 2, ages: [8] }, "/travelers/children", "AGES_MISMATCH"],
])("422 for %s", async (_, travelers, pointer, code) => {
  const { app } = await startApp("pglite");
  const bodies = [
    ["/v1/search", { ...search, travelers }],
    ["/v1/flights/search", { slices: [search, { ...search, departureDate: "2027-01-27" }], travelers }],
    [
      "/v1/flights/calendar",
      { ...search, departureDate: undefined, departureDates: { from: "2027-01-20", to: "2027-01-21" }, travelers },
    ],
    ["/v1/watches", { search: { ...search, travelers }, condition: { maxPrice: { amount: "1", currency: "USD" } } }],
  ] as const;
  for (const [path, body] of bodies) {
    const answer = await app.call(path, { body });
    const row = { pointer: path === "/v1/watches" ? `/search${pointer}` : pointer, code };
    expect([path, answer.status, answer.body.errors]).toEqual([path, 422, [expect.objectContaining(row)]]);
  }
});

test.each<[string, object, string]>([
  ["an age of 18", { adults: 1, ages: [18] }, "/travelers/ages/0"],
  ["ten ages", { adults: 9, ages: Array.from({ length: 10 }, () => 1) }, "/travelers/ages"],
  ["an age that is no integer", { adults: 1, ages: [1.5] }, "/travelers/ages/0"],
  ["nine youths", { adults: 1, youths: 9 }, "/travelers/youths"],
])("400 for %s", async (_, travelers, pointer) => {
  const { app } = await startApp("pglite");
  const { status, body } = await app.call("/v1/search", { body: { ...search, travelers } });
  expect([status, body.errors?.map((each) => each.pointer)]).toEqual([400, [pointer]]);
});

describe("at Duffel", () => {
  const person = { ...traveler, title: "ms", gender: "female" } as const;
  const names = ["Grace", "Edith"];
  const start = async (travelers: object, passengers: object[]) => {
    const live = await startLiveApp("pglite", ["duffel"]);
    live.duffel.offers = live.duffel.offers.map((offer) => ({ ...offer, passengers }));
    const offerId = await findOffer(live.app, { ...liveSearch, travelers }, "cash", live.key);
    const order = async (people: object[]) => {
      const body = { offerId, travelers: people, contact };
      return live.app.call("/v1/bookings", { key: live.key, body });
    };
    return { ...live, offerId, order };
  };

  test("an offer for assumed ages requires ages, and only travelers of these ages can be booked", async () => {
    const passengers = [
      { id: "pas_1", type: "adult" },
      { id: "pas_2", age: 8 },
    ];
    const { app, key, offerId, order, duffel } = await start({ adults: 1, children: 1 }, passengers);
    const offer = await app.call(`/v1/offers/${offerId}`, { key });
    expect(offer.body).toMatchObject({ offer: { requires: ["title", "gender", "ages"] } });
    const eleven = await order([person, { ...person, type: "child", bornOn: "2016-01-01" }]);
    expect(eleven).toMatchObject({ status: 422, body: { code: "TRAVELERS_MISMATCH" } });
    expect(eleven.body.errors?.map(({ pointer }) => pointer)).toEqual(["/travelers/1/bornOn"]);
    expect(duffel.orders.requested).toBe(0);
    const eight = await order([person, { ...person, type: "child", givenName: "Grace", bornOn: "2018-03-01" }]);
    expect(eight).toMatchObject({ status: 201 });
  });

  test("exact ages are sent and ordered", async () => {
    const passengers = [
      { id: "pas_1", type: "adult" },
      { id: "pas_2", age: 11, type: "child" },
      { id: "pas_3", age: 4, type: "child" },
    ];
    const { offerId, order, duffel, app, key } = await start({ adults: 1, ages: [4, 11] }, passengers);
    expect(duffel.double.requests.find(({ path }) => path === "/air/offer_requests")?.body).toMatchObject({
      data: { passengers: [{ type: "adult" }, { age: 11 }, { age: 4 }] },
    });
    expect((await app.call(`/v1/offers/${offerId}`, { key })).body).toMatchObject({
      offer: { requires: ["title", "gender"] },
    });
    const children = ["2022-03-01", "2016-01-01"].map((bornOn, at) => ({
      ...person,
      type: "child",
      givenName: names[at],
      bornOn,
    }));
    expect(await order([person, ...children])).toMatchObject({ status: 201 });
    expect(duffel.double.requests.findLast(({ path }) => path === "/air/orders")?.body).toMatchObject({
      data: {
        passengers: [{ id: "pas_1" }, { id: "pas_3", given_name: "Grace" }, { id: "pas_2", given_name: "Edith" }],
      },
    });
  });

  test("a name of more than 20 characters is refused before the order", async () => {
    const { order } = await start({ adults: 1 }, [{ id: "pas_1", type: "adult" }]);
    const refused = await order([{ ...person, givenName: "Maximiliana Victoria Augusta" }]);
    expect(refused.body).toMatchObject({ errors: [{ pointer: "/travelers/0/givenName", code: "LENGTH" }] });
  });

  test("an infant with a seat is not searched there", async () => {
    const { app, key, duffel } = await startLiveApp("pglite", ["duffel"]);
    const travelers = { adults: 1, infantsInSeat: 1 };
    const { body } = await app.call("/v1/flights/search", { key, body: { ...liveSearch, travelers } });
    expect(body).toMatchObject({ supply: [{ source: "duffel", status: "skipped", reason: "unsupported" }] });
    expect(duffel.double.requests).toEqual([]);
  });
});
