import { repeatOffer } from "@wayfare/demo-suppliers";
import { describe, expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOffer } from "../sample-offer.ts";

const slice = { origin: "JFK", destination: "LHR", departure_date: "2027-02-10" };
const search = {
  slices: [slice],
  passengers: [{ type: "adult" }, { age: 11 }],
  cabin_class: "economy",
  max_connections: 1,
};

describe("an offer request", () => {
  test("returns offers, unless it must not, and a passenger for each one that was searched", async () => {
    const { call, duffel } = await openDuffel();
    const answer = await call("POST", "/air/offer_requests?supplier_timeout=2000", { data: search });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: { id: "orq_1", offers: [{ id: "off_1" }], passengers: [{ type: "adult" }, { age: 11, type: "child" }] },
      },
    });
    const without = await call("POST", "/air/offer_requests?return_offers=false", { data: search });
    expect(without.body.data).not.toHaveProperty("offers");
    expect(duffel.double.faults).toEqual([]);
  });

  test.each([
    ["both a type and an age", { passengers: [{ type: "adult", age: 30 }] }],
    ["neither a type nor an age", { passengers: [{}] }],
    ["an unknown type", { passengers: [{ type: "senior" }] }],
    ["a negative age", { passengers: [{ age: -1 }] }],
    ["half a year", { passengers: [{ age: 1.5 }] }],
    ["ten passengers", { passengers: Array.from({ length: 10 }, () => ({ type: "adult" })) }],
    ["no passengers", { passengers: [] }],
    ["more infants than adults", { passengers: [{ type: "adult" }, { age: 1 }, { age: 0 }] }],
    ["an unknown cabin", { cabin_class: "premium" }],
    ["three connections", { max_connections: 3 }],
    ["no slices", { slices: [] }],
    ["a place that is not a code", { slices: [{ ...slice, origin: "New York" }] }],
    ["the same place twice", { slices: [{ ...slice, destination: "JFK" }] }],
    ["a date that does not exist", { slices: [{ ...slice, departure_date: "2027-02-30" }] }],
    ["a window over midnight", { slices: [{ ...slice, departure_time: { from: "22:00", to: "02:00" } }] }],
  ])("is refused with %s", async (_title, changes) => {
    const { call, duffel } = await openDuffel();
    expect(await call("POST", "/air/offer_requests", { data: { ...search, ...changes } })).toMatchObject({
      status: 422,
    });
    expect(duffel.double.faults).toEqual([]);
  });

  test.each([
    ["supplier_timeout=1999", search],
    ["supplier_timeout=60001", search],
    ["limit=10", search],
    ["", { ...search, currency: "USD" }],
    ["", { ...search, slices: [{ ...slice, date: "2027-02-10" }] }],
    ["", { ...search, passengers: [{ type: "adult", born_on: "1990-01-01" }] }],
  ])("is a fault if Duffel would ignore a part of it: %s", async (query, data) => {
    const { call, duffel } = await openDuffel();
    expect((await call("POST", `/air/offer_requests?${query}`, { data })).status).toBe(400);
    expect(duffel.double.faults).toHaveLength(1);
  });

  test("makes the offers of each search, with own ids, which can be ordered", async () => {
    const { call, duffel } = await openDuffel([], {
      generate: ({ passengers }, requestId) => [sampleOffer({ id: `off_${requestId}`, passengers })],
    });
    await call("POST", "/air/offer_requests", { data: search });
    await call("POST", "/air/offer_requests", { data: search });
    expect((await call("GET", "/air/offers/off_orq_1")).body.data).toMatchObject({
      passengers: [{ id: "pas_1_1" }, { id: "pas_1_2" }],
    });
    expect((await call("GET", "/air/offers/off_orq_2?return_available_services=true")).status).toBe(200);
    duffel.expired.add("off_orq_2");
    expect((await call("GET", "/air/offers/off_orq_2")).codes).toEqual(["offer_no_longer_available"]);
    expect((await call("GET", "/air/offers/off_orq_3")).status).toBe(404);
  });
});

describe("a list of offers", () => {
  test("has pages of up to 200 offers of one request, sorted as documented", async () => {
    const { call } = await openDuffel(repeatOffer(sampleOffer(), 450));
    await call("POST", "/air/offer_requests?return_offers=false", { data: search });
    const amounts: number[] = [];
    let pages = 0;
    for (let after: string | null = ""; after !== null; pages++) {
      const cursor = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
      const { body } = await call("GET", `/air/offers?offer_request_id=orq_1&limit=200&sort=total_amount${cursor}`);
      const data: { total_amount: string }[] = body.data;
      amounts.push(...data.map(({ total_amount }) => Number(total_amount)));
      ({ after } = body.meta);
    }
    expect([pages, amounts.length]).toEqual([3, 450]);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    for (const [query, status] of [
      ["offer_request_id=orq_1&limit=201", 422],
      ["offer_request_id=orq_1&sort=price", 422],
      ["limit=10", 422],
      ["offer_request_id=orq_9", 404],
    ] as const)
      expect((await call("GET", `/air/offers?${query}`)).status, query).toBe(status);
  });

  test("of many offers has the size of recorded ones", () => {
    const offers = repeatOffer(sampleOffer(), 10_000);
    expect(new Set(offers.map(({ id }) => id)).size).toBe(10_000);
    const bytes = JSON.stringify(offers[0]).length;
    expect(bytes).toBeGreaterThan(7900);
    expect(bytes).toBeLessThan(8600);
  });
});

describe("a batch offer request", () => {
  test("returns each offer once, and ends after a minute, while its offers can be read", async () => {
    const { call, duffel, advance } = await openDuffel(repeatOffer(sampleOffer(), 7));
    duffel.batches = 3;
    const created = await call("POST", "/air/batch_offer_requests?supplier_timeout=2000", { data: search });
    expect(created.body.data).toMatchObject({ id: "orq_1", total_batches: 3, remaining_batches: 3 });
    const read = async () =>
      (await call("GET", "/air/batch_offer_requests/orq_1")).body.data as {
        offers: object[];
        remaining_batches: number;
      };
    const batches = [await read(), await read(), await read(), await read()];
    expect(batches.map(({ offers, remaining_batches }) => [offers.length, remaining_batches])).toEqual([
      [3, 2],
      [3, 1],
      [1, 0],
      [0, 0],
    ]);
    await call("POST", "/air/batch_offer_requests", { data: search });
    advance(60_000);
    expect((await call("GET", "/air/batch_offer_requests/orq_2")).status).toBe(404);
    expect((await call("GET", "/air/offers/off_1_0")).status).toBe(200);
  });
});
