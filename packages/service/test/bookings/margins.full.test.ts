import type { Booking, CashOffer, OfferResponse } from "@wayfare/contract";
import { type LiveSupplierSetup, parseMargin } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { contact, findOffer, traveler } from "../booking-requests.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";

const travelers = [{ ...traveler, title: "ms", gender: "female" }];
const secret = "whsec_of_the_supplier";

async function start(kind: TestDatabaseKind, margin?: string) {
  const setup: Partial<LiveSupplierSetup> = margin === undefined ? {} : { margin: parseMargin(margin) };
  const live = await startLiveApp(kind, ["duffel"], { orders: { reconcileEveryMs: 20 } }, setup);
  live.duffel.orders.nowMs = () => live.app.clock.nowMs();
  return { ...live, offerId: await findOffer(live.app, liveSearch, "cash", live.key) };
}

async function book({ app, key }: LiveApp, offerId: string, changes = {}) {
  const { status, text } = await app.call("/v1/bookings", { key, body: { offerId, travelers, contact, ...changes } });
  const body: Booking & { code?: string } = JSON.parse(text);
  return { status, booking: body, code: body.code };
}

async function readOffer({ app, key }: LiveApp, offerId: string): Promise<CashOffer> {
  const { offer }: OfferResponse = JSON.parse((await app.call(`/v1/offers/${offerId}`, { key })).text);
  if (offer?.kind !== "cash") throw new Error("no cash offer");
  return offer;
}

/** Entries of the ledger, in order. */
function listEntries({ database, app }: LiveApp) {
  return database.query<{ kind: string; ledger_account: string; amount_minor: number; currency: string }>(
    `SELECT made.kind, entry.ledger_account, entry.amount_minor, entry.currency
     FROM ledger_entries entry JOIN ledger_transactions made ON made.id = entry.transaction_id
     WHERE entry.account_id = $1 ORDER BY made.kind, entry.ledger_account LIMIT 100`,
    [app.accountId],
  );
}

const entry = (kind: string, ledger_account: string, amount_minor: number) => ({
  kind,
  ledger_account,
  amount_minor,
  currency: "USD",
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("shows the margin in the offer, orders at the supplier's price and posts the margin once", async () => {
    const live = await start(kind, "2.5%");
    const offer = await readOffer(live, live.offerId);
    expect(offer).toMatchObject({ margin: { amount: "12.81", currency: "USD" }, total: { amount: "525.21" } });
    const { status, booking } = await book(live, live.offerId);
    expect(status).toBe(201);
    expect(booking).toMatchObject({
      total: { amount: "525.21", currency: "USD" },
      supplierCharge: { amount: "512.40", currency: "USD" },
      flight: { cash: [{ margin: { amount: "12.81", currency: "USD" } }] },
    });
    expect(live.duffel.orders.orders.map(({ amount }) => amount)).toEqual(["512.40"]);
    const posted = [entry("margin", "receivable", 1281), entry("margin", "revenue", -1281)];
    expect(await listEntries(live)).toEqual(posted);
    const { app, key } = live;
    const { text } = await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST", key });
    expect(JSON.parse(text)).toMatchObject({
      status: "cancelled",
      refund: { money: { amount: "256.20" }, fee: { amount: "269.01" } },
    });
    expect(await listEntries(live)).toEqual(posted);
  });

  test("compares `maxTotal` with the total that includes the margin", async () => {
    const live = await start(kind, "10.00 USD");
    const tooLow = await book(live, live.offerId, { maxTotal: { amount: "522.39", currency: "USD" } });
    expect(tooLow).toMatchObject({ status: 409, code: "OFFER_CHANGED" });
    expect(await book(live, live.offerId, { maxTotal: { amount: "522.40", currency: "USD" } })).toMatchObject({
      status: 201,
    });
  });

  test("keeps the margin of an order that was cancelled at the supplier, because the party is unknown", async () => {
    const live = await start(kind, "10.00 USD");
    const { booking } = await book(live, live.offerId);
    const { app, key, duffel } = live;
    const saved = await app.call("/v1/suppliers/duffel", { method: "PUT", key, body: { webhookSecret: secret } });
    const { webhookUrl }: { webhookUrl: string } = JSON.parse(saved.text);
    duffel.orders.cancelByAirline("ord_1");
    const { body, signature } = duffel.orders.signEvent("ord_1", { secret });
    const headers = { "content-type": "application/json", "x-duffel-signature": signature };
    const url = app.url + new URL(webhookUrl).pathname;
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    await eventually(async () => {
      const { text } = await app.call(`/v1/bookings/${booking.id}`, { key });
      expect(JSON.parse(text)).toMatchObject({ status: "cancelled", cancelledBy: null, refund: { money: null } });
    });
    expect(await listEntries(live)).toEqual([entry("margin", "receivable", 1000), entry("margin", "revenue", -1000)]);
  });

  test("posts nothing for a booking that fails, and nothing without a margin", async () => {
    const failing = await start(kind, "2.5%");
    failing.duffel.orders.refusal = "payment_declined";
    expect(await book(failing, failing.offerId)).toMatchObject({ status: 409, code: "BOOKING_FAILED" });
    expect(await listEntries(failing)).toEqual([]);
    const plain = await start(kind);
    expect(await readOffer(plain, plain.offerId)).not.toHaveProperty("margin");
    expect(await book(plain, plain.offerId)).toMatchObject({ status: 201 });
    expect(await listEntries(plain)).toEqual([]);
  });
});
