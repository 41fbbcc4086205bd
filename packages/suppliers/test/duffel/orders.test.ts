import { createDuffelSupplier, type NewOrder, type SupplierOrders } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessOf } from "../conformance.ts";
import { adapterOptions, makeEgress } from "../doubles/adapter.ts";
import { type DuffelDouble, startDuffelDouble } from "../doubles/duffel-double.ts";
import { membersOf } from "../doubles/supplier-double.ts";
import { readOffers, readRecorded } from "../recorded.ts";

const secret = "duffel_live_9f8e7d6c5b4a";
const bookingId = "bkg_01kahz2j7p3v8c5m9n4q6r7s8t";

/** The recorded offer, for an adult, a child and an infant. */
function offerForThree(): Record<string, unknown> {
  const [offer] = readOffers("duffel/offer-request-test-mode.json");
  const passengers = [
    { id: "pas_adult", type: "adult" },
    { id: "pas_child", type: null, age: 8 },
    { id: "pas_infant", type: "infant_without_seat", age: 1 },
  ];
  return { ...offer, passengers };
}

/** Date of birth of a traveler who is that old on the day of the last flight of the recorded offer, 8 October 2024. */
function bornYearsBefore(years: number): string {
  return `${2024 - years}-06-01`;
}

const traveler = { givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10", title: "ms", document: null };

function orderOf(offer: Record<string, unknown>, changes: Partial<NewOrder> = {}): NewOrder {
  return {
    bookingId,
    offerReference: String(offer.id),
    total: Math.round(Number(offer.total_amount) * 100),
    currency: "GBP",
    travelers: [
      { ...traveler, givenName: "Byron", bornOn: bornYearsBefore(1), type: "infant", gender: "male", withAdult: 1 },
      {
        ...traveler,
        type: "adult",
        gender: "female",
        withAdult: null,
        document: { type: "passport", number: "19KL56147", issuingCountry: "GB", expiresOn: "2030-04-25" },
      },
      {
        ...traveler,
        givenName: "Annabella",
        bornOn: bornYearsBefore(8),
        type: "child",
        gender: "female",
        withAdult: null,
      },
    ],
    contact: { email: "ada@example.com", phone: "+442071234567" },
    ...changes,
  };
}

describe("orders at Duffel", () => {
  let egress: ReturnType<typeof makeEgress>;
  let duffel: DuffelDouble;
  let orders: SupplierOrders;
  const offer = offerForThree();
  const context = (maxCalls = 100, deadlineMs = 5000) => ({ access: accessOf({ secret }, maxCalls), deadlineMs });

  beforeEach(async () => {
    egress = makeEgress();
    duffel = await startDuffelDouble([{ ...offer, total_currency: "GBP" }]);
    const supplier = createDuffelSupplier(adapterOptions(egress, duffel.double));
    if (supplier.orders === undefined) throw new Error("duffel has no orders");
    ({ orders } = supplier);
  });
  afterEach(async () => {
    expect(duffel.double.faults).toEqual([]);
    await duffel.double.close();
    await egress.close();
  });

  const create = (changes: Partial<NewOrder> = {}) => orders.create(orderOf(offer, changes), context());

  test("creates an instant order from the balance, with the passengers of the offer and the id of the booking", async () => {
    const { total_amount: amount } = offer;
    expect(await create()).toEqual({
      status: "created",
      order: {
        id: "ord_1",
        reference: "RZ0001",
        charged: { minor: orderOf(offer).total, currency: "GBP" },
        isCancelled: false,
        cancellation: null,
        changes: [],
        bookingId,
        createdAtMs: expect.any(Number),
        slices: expect.any(Array),
      },
    });
    const { data } = membersOf(duffel.double.requests.at(-1)?.body);
    expect(data).toMatchObject({
      type: "instant",
      selected_offers: [offer.id],
      payments: [{ type: "balance", currency: "GBP", amount }],
      metadata: { wayfare_booking_id: bookingId },
      passengers: [
        { id: "pas_infant", gender: "m" },
        {
          id: "pas_adult",
          gender: "f",
          infant_passenger_id: "pas_infant",
          identity_documents: [
            {
              type: "passport",
              unique_identifier: "19KL56147",
              issuing_country_code: "GB",
              expires_on: "2030-04-25",
            },
          ],
        },
        { id: "pas_child" },
      ],
    });
  });

  test("requests no order if the price differs from the accepted one, or the offer is gone", async () => {
    const { total } = orderOf(offer);
    expect(await create({ total: total - 1 })).toEqual({
      status: "changed",
      current: { minor: total, currency: "GBP" },
    });
    expect(await create({ currency: "USD" })).toMatchObject({ status: "changed" });
    duffel.expired.add(String(offer.id));
    expect(await create()).toEqual({ status: "unavailable" });
    expect(await create({ offerReference: "off_2" })).toEqual({ status: "unavailable" });
    expect(duffel.orders.requested).toBe(0);
  });

  test("requests no order for travelers that the offer does not have", async () => {
    const [, adult] = orderOf(offer).travelers;
    if (adult === undefined) throw new Error("no adult");
    expect(await create({ travelers: [adult, adult] })).toEqual({ status: "refused", code: "passengers_mismatch" });
    expect(duffel.double.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("reports a refused order with the supplier's code", async () => {
    duffel.orders.refusal = "airline_unknown";
    expect(await create()).toEqual({ status: "refused", code: "airline_unknown" });
    duffel.orders.refusal = "offer_no_longer_available";
    expect(await create()).toEqual({ status: "unavailable" });
    duffel.orders.refusal = "offer_request_already_booked";
    expect(await create()).toEqual({ status: "unknown" });
  });

  test.each([
    ["is closed", { kind: "reset" }],
    ["has status 500", { kind: "answer", answer: { status: 500, body: "{}" } }],
    ["is HTML", { kind: "answer", answer: { status: 200, contentType: "text/html", body: "<html></html>" } }],
    ["has status 504 of a proxy", { kind: "answer", answer: { status: 504, body: "{}" } }],
    ["is not an order", { kind: "answer", answer: { status: 201, body: '{"data":{}}' } }],
  ] as const)("leaves the outcome open if the response %s, and finds the order again", async (_title, misbehavior) => {
    duffel.orders.faults.push({ isCreated: true, misbehavior });
    expect(await create()).toEqual({ status: "unknown" });
    expect(await orders.find({ bookingId, after: null }, context())).toMatchObject({
      order: { id: "ord_1" },
      next: null,
    });
    expect(duffel.orders.orders).toHaveLength(1);
  });

  test("leaves the outcome open if the supplier does not answer before the deadline", async () => {
    duffel.orders.faults.push({ isCreated: true, misbehavior: { kind: "hang" } });
    expect(await orders.create(orderOf(offer), context(100, 300))).toEqual({ status: "unknown" });
  });

  test("requests nothing without a budget, a valid token or an available service", async () => {
    expect(await orders.create(orderOf(offer), context(0))).toEqual({ status: "not_sent" });
    // The budget is used up by the price.
    expect(await orders.create(orderOf(offer), context(1))).toEqual({ status: "not_sent" });
    const wrong = { access: accessOf({ secret: "duffel_test_1" }, 10), deadlineMs: 5000 };
    expect(await orders.create(orderOf(offer), wrong)).toEqual({ status: "not_sent" });
    duffel.orders.faults.push({
      isCreated: false,
      misbehavior: { kind: "answer", answer: { status: 429, body: "{}" } },
    });
    expect(await create()).toEqual({ status: "not_sent" });
    expect(duffel.orders.requested).toBe(0);
  });

  test("finds the order of a booking on any page, and no other", async () => {
    duffel.orders.pageSize = 2;
    addOrders();
    const find = (id: string) => orders.find({ bookingId: id, after: null }, context(100, 30_000));
    expect(await find("bkg_0")).toMatchObject({ order: { bookingId: "bkg_0" }, next: null });
    expect(await find("bkg_4")).toMatchObject({ order: { bookingId: "bkg_4" }, next: null });
    const before = duffel.double.requests.length;
    expect(await find("bkg_9")).toEqual({ order: null, next: null });
    expect(duffel.double.requests.length).toBe(before + 3);
  });

  const addOrders = (count = 5) => {
    for (let n = 0; n < count; n++) {
      const metadata = { wayfare_booking_id: `bkg_${n}` };
      duffel.orders.addForeignOrder({ offerId: String(offer.id), createdAtMs: n * 1000, metadata });
    }
  };

  test("concludes nothing from a part of the list, and continues there", async () => {
    duffel.orders.pageSize = 2;
    addOrders();
    // Less time than a page may take is left after each page.
    const part = await orders.find({ bookingId: "bkg_9", after: null }, context(100, 4000));
    expect(part).toEqual({ order: null, next: expect.any(String) });
    const rest = await orders.find({ bookingId: "bkg_9", after: part.next }, context(100, 30_000));
    expect(rest).toEqual({ order: null, next: null });
  });

  test.each(Array.from({ length: 10 }, (_, seed) => seed))(
    "finds an order among 250 that are older, in the list order %i",
    async (seed) => {
      duffel.orders.seed = seed;
      addOrders(250);
      expect(await orders.find({ bookingId: "bkg_249", after: null }, context(100, 30_000))).toMatchObject({
        order: { bookingId: "bkg_249" },
      });
    },
  );

  test.each([
    ["price_changed", { status: "changed", current: null }],
    ["insufficient_balance", { status: "insufficient_balance" }],
    ["offer_expired", { status: "expired" }],
    ["offer_no_longer_available", { status: "unavailable" }],
    ["order_creation_already_attempted", { status: "unknown" }],
  ])("maps the error %s of an order request", async (code, result) => {
    duffel.orders.refusal = code;
    expect(await create()).toEqual(result);
  });

  test("trusts the guarantee of order_not_created, which comes with status 502", async () => {
    duffel.orders.refusal = { code: "order_not_created", status: 502 };
    expect(await create()).toEqual({ status: "not_created", code: "order_not_created" });
  });

  test("takes an answer 202 for an accepted request, whatever its body is", async () => {
    duffel.orders.acceptances.push({ delayMs: 60_000, outcome: "created" });
    expect(await create()).toEqual({ status: "accepted" });
  });

  test("quotes and confirms a cancellation", async () => {
    await create();
    const quote = await orders.quoteCancellation("ord_1", context());
    expect(quote).toMatchObject({ id: "ore_1", isConfirmed: false, refund: { currency: "GBP" } });
    expect(await orders.get("ord_1", context())).toMatchObject({ isCancelled: false });
    expect(await orders.confirmCancellation("ore_1", context())).toMatchObject({ isConfirmed: true });
    expect(await orders.get("ord_1", context())).toMatchObject({ isCancelled: true });
  });

  test("reads the recorded orders and cancellations", async () => {
    const answer = (path: string) => {
      duffel.double.misbehavior = { kind: "answer", answer: { body: readRecorded(path) } };
    };
    const recorded = {
      id: "ord_00009hthhsUZ8W4LxQgkjo",
      reference: "RZPNX8",
      charged: { minor: 9080, currency: "GBP" },
      isCancelled: true,
      cancellation: null,
      changes: [],
      bookingId: null,
      createdAtMs: Date.UTC(2020, 3, 11, 15, 48, 11, 642),
      slices: [expect.objectContaining({ origin: "LHR", destination: "JFK", layovers: [] })],
    };
    for (const path of ["duffel/get-order.json", "duffel/create-order.json"]) {
      answer(path);
      expect(await orders.get("ord_1", context()), path).toEqual(recorded);
    }
    answer("duffel/list-orders.json");
    expect(await orders.find({ bookingId, after: null }, context())).toMatchObject({ order: null });
    answer("duffel/get-order-cancellation.json");
    expect(await orders.confirmCancellation("ore_1", context())).toEqual({
      id: "ore_00009qzZWzjDipIkqpaUAj",
      refund: { minor: 9080, currency: "GBP" },
      refundTo: "original_payment",
      credits: [],
      expiresAtMs: Date.UTC(2020, 0, 17, 10, 42, 14),
      isConfirmed: true,
    });
  });

  test("names no traveler in a URL", async () => {
    await create();
    await orders.find({ bookingId, after: null }, context());
    const urls = duffel.double.requests.map(({ path, query }) => `${path}?${query.toString()}`);
    expect(urls.join(" ")).not.toMatch(/Ada|Lovelace|ada@|19KL/);
  });
});
