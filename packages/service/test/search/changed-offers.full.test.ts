import type { BookingConflict, CashOffer, OfferResponse } from "@wayfare/contract";
import { type AwardOffer, type CashOffer as PortCashOffer, type SearchContext, sandboxName } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { book, contact } from "../booking-requests.ts";
import { readDocument } from "../documented.ts";
import { goodSearch, type RunningApp } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, supplierWith } from "../sample-supply.ts";

interface Present {
  cash: PortCashOffer[];
  award: AwardOffer[];
}

/** A sandbox whose offers change with the first sold seat, and in which cheaper flights fill every response. */
function changingSandbox(before: Present, after: Present) {
  return supplierWith(sandboxName, async (query, { soldSeats = [] }: Pick<SearchContext, "soldSeats">) => {
    const { cash, award } = soldSeats.length === 0 ? before : after;
    const others = [1, 2, 3].map((at) => makeFlight({ number: `${at}`, cash: [makeCash(10_000 + at)] }));
    const flights = [makeFlight({ cash, award }), ...(query.allOffers ? [] : others)];
    return { flights: flights.filter((flight) => flight.cash.length + flight.award.length > 0) };
  });
}

const before = { cash: [makeCash(41_260), makeCash(60_000, "Flex")], award: [makeAward(20_000)] };

async function startChanging(kind: (typeof testDatabaseKinds)[number], after: Present) {
  const { app, database } = await startApp(kind, { suppliers: [changingSandbox(before, after)] });
  const { body } = await app.call("/v1/flights/search", { body: { ...goodSearch, includeAward: true } });
  const flight = body.flights?.find(({ cash }) => cash.length === 2);
  const [light, flex] = flight?.cash ?? [];
  const [award] = flight?.award ?? [];
  if (!flight || !light || !flex || !award) throw new Error("the search found too little");
  /** Sells a seat, which changes the offers. */
  const sell = async () => expect((await book(app, flex.id)).status).toBe(201);
  return { app, database, flight, light, flex, award, sell };
}

async function readOffer(app: RunningApp, id: string): Promise<OfferResponse> {
  const answer = await app.call(`/v1/offers/${id}`);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

const usd = (amount: string) => ({ amount, currency: "USD" });

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("returns the current offer for a changed one; it is available by its id and can be booked", async () => {
    const after = { cash: [makeCash(43_210), makeCash(66_000, "Flex")], award: [makeAward(25_000)] };
    const { app, database, flight, light, award, sell } = await startChanging(kind, after);
    await sell();
    const used = async () => {
      // Reading the request log flushes pending usage.
      await app.call("/v1/requests");
      return database.query("SELECT * FROM usage_hours ORDER BY 1, 2, 3");
    };
    const usedBefore = await used();
    app.clock.advance(60_000);

    const changed = await readOffer(app, light.id);
    expect(changed).toMatchObject({
      id: light.id,
      status: "changed",
      difference: { total: usd("19.50"), miles: null },
      offer: { kind: "cash", fareBrand: "Basic", total: usd("432.10") },
      flight: { id: flight.id, cash: [{ total: usd("432.10") }], award: [] },
      expiresAt: light.expiresAt,
      simulated: true,
    });
    const current = changed.offer;
    expect(current?.id).not.toBe(light.id);
    expect(Date.parse(current?.expiresAt ?? "") - Date.parse(light.expiresAt)).toBe(60_000);
    expect(await readOffer(app, current?.id ?? "")).toMatchObject({ status: "available", offer: current });
    const { status, booking } = await book(app, current?.id ?? "");
    expect([status, booking.total]).toEqual([201, usd("432.10")]);

    const miles = await readOffer(app, award.id);
    expect(miles).toMatchObject({
      status: "changed",
      difference: { total: usd("0.00"), miles: 5000 },
      offer: { kind: "award", program: "avios", miles: 25_000 },
      flight: { cash: [], award: [{ miles: 25_000 }] },
    });
    expect(await readOffer(app, miles.offer?.id ?? "")).toMatchObject({ status: "available" });
    expect(await used()).toEqual(usedBefore);
  });

  test("OFFER_CHANGED contains the current offer as documented, and books nothing", async () => {
    const after = { cash: [makeCash(39_000)], award: [] };
    const { app, light, sell } = await startChanging(kind, after);
    const findMismatch = await readDocument(app);
    await sell();
    const refused = await book(app, light.id);
    expect(refused).toMatchObject({ status: 409, code: "OFFER_CHANGED" });
    expect(findMismatch("/v1/bookings", "post", refused)).toBeNull();
    const { offer, difference }: BookingConflict = JSON.parse(refused.text);
    expect(offer).toMatchObject({ kind: "cash", total: usd("390.00") });
    expect(difference).toEqual({ total: usd("-22.60"), miles: null });
    const { status, booking } = await book(app, offer?.id ?? "");
    expect([status, booking.total]).toEqual([201, usd("390.00")]);
    expect(JSON.parse((await app.call("/v1/bookings")).text).data).toHaveLength(2);
  });

  test("price-changed@ returns another brand of the flight, which can be booked", async () => {
    const { app, light, award } = await startChanging(kind, before);
    const trigger = { contact: { ...contact, email: "price-changed@example.com" } };
    const refused: BookingConflict = JSON.parse((await book(app, light.id, trigger)).text);
    expect(refused).toMatchObject({
      code: "OFFER_CHANGED",
      offer: { fareBrand: "Flex", total: usd("600.00") },
      difference: { total: usd("187.40"), miles: null },
    });
    expect(await book(app, refused.offer?.id ?? "")).toMatchObject({ status: 201 });
    // Another award of the program is the same brand.
    const miles: BookingConflict = JSON.parse((await book(app, award.id, trigger)).text);
    expect(miles).toMatchObject({ offer: { miles: 20_000 }, difference: { total: usd("0.00"), miles: 0 } });
  });
});

test("replaces an unavailable brand by the cheapest; an offer without any is sold out", async () => {
  const { app, light, flex, award, sell } = await startChanging("pglite", {
    cash: [makeCash(70_000, "Full")],
    award: [makeAward(9000, "aeroplan")],
  });
  await sell();
  expect(await readOffer(app, light.id)).toMatchObject({
    status: "changed",
    offer: { fareBrand: "Full" },
    difference: { total: usd("287.40") },
  });
  expect(await readOffer(app, flex.id)).toMatchObject({ status: "changed", offer: { fareBrand: "Full" } });
  expect(await readOffer(app, award.id)).toMatchObject({ status: "sold_out", offer: null, flight: null });
  expect(await book(app, award.id)).toMatchObject({ status: 409, code: "SOLD_OUT" });
});

test("returns an expired offer if it is unchanged, and never replaces it", async () => {
  const { app, database, light, flex, sell } = await startChanging("pglite", { ...before, cash: [makeCash(50_000)] });
  const searches = async () => (await database.query("SELECT id FROM searches")).length;
  app.clock.advance(15 * 60_000);
  expect(await readOffer(app, light.id)).toMatchObject({
    status: "expired",
    offer: { id: light.id },
    difference: null,
  });
  app.clock.advance(-15 * 60_000);
  await sell();
  app.clock.advance(15 * 60_000);
  expect(await readOffer(app, flex.id)).toMatchObject({ status: "expired", offer: null, difference: null });
  expect(await searches()).toBe(1);
});

test("every offer has its kind, cabins, tickets, link and the time it was found", async () => {
  const business: Pick<CashOffer, "cabin"> = { cabin: "business" };
  const segment = { bookingClass: "J", fareBasis: "J", baggage: { carryOn: 1, checked: 2 } };
  const segments = (["economy", "business"] as const).map((cabin) => ({ ...segment, cabin }));
  const mixed = { ...makeCash(90_000), ...business, segments };
  const foreign = {
    ...makeCash(95_000, "Agency"),
    ...business,
    segments: segments.map((each) => ({ ...each, cabin: "first" as const })),
    separateTickets: true as const,
    bookingLink: "https://seller.example/book/1",
    observedAtMs: Date.parse("2026-11-21T07:00:00Z"),
  };
  const award = { ...makeAward(60_000), ...business };
  const flight = makeFlight({ stops: 1, cash: [mixed, foreign], award: [award] });
  const { app } = await startApp("pglite", { suppliers: [supplierWith("any", async () => ({ flights: [flight] }))] });
  const body = { ...goodSearch, ...business, includeAward: true };
  const { body: answer } = await app.call("/v1/search", { body });
  const own = { separateTickets: false, bookingLink: null, source: "any" };
  // 75 of 335 minutes in the air are in economy.
  expect(answer.flights).toMatchObject([
    {
      cash: [
        { ...own, kind: "cash", mixedCabin: true, cabinShare: 0.77, observedAt: "2026-11-21T07:33:00.000Z" },
        {
          kind: "cash",
          mixedCabin: false,
          cabinShare: 1,
          separateTickets: true,
          bookingLink: "https://seller.example/book/1",
          observedAt: "2026-11-21T07:00:00.000Z",
        },
      ],
      award: [{ ...own, kind: "award", mixedCabin: false, cabinShare: 1, observedAt: "2026-11-21T00:00:00.000Z" }],
    },
  ]);
});
