import { eventCatalog, namedSchemas } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { runSandboxSteps } from "../../src/bookings/sandbox-steps.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { startApp } from "../access-app.ts";
import { book, contact, findOffer, parseBooking, traveler } from "../booking-requests.ts";
import { testSecrets } from "../running-app.ts";
import { makeCash, makeConditions, makeFlight, supplierOf } from "../sample-supply.ts";

const box = makeSecretBox(testSecrets, personalDataPurpose);

interface EventRow {
  type: keyof typeof eventCatalog;
  data: object;
}

const readEvents = (database: Database) =>
  database.query<EventRow>("SELECT type, data FROM events WHERE type LIKE 'booking.%' ORDER BY id");

async function countRows(database: Database): Promise<number> {
  let rows = 0;
  for (const table of ["bookings", "sold_seats", "sales", "events", "deliveries", "idempotent_requests"]) {
    rows += (await database.query(`SELECT 1 FROM ${table}`)).length;
  }
  return rows;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const start = (options = {}) => startApp(kind, options);

  test("creates, returns and lists bookings with money and miles, and sends booking.confirmed", async () => {
    const { app, database } = await start();
    const cash = await book(app, await findOffer(app));
    expect(cash).toMatchObject({ status: 201 });
    const { booking } = cash;
    expect(booking).toMatchObject({
      environment: "test",
      status: "confirmed",
      kind: "cash",
      travelers: [traveler],
      contact,
      total: { amount: "412.60", currency: "USD" },
      miles: null,
      refund: null,
      simulated: true,
    });
    expect(booking.reference).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    expect(booking.flight.cash.map(({ id }) => id)).toEqual([booking.offerId]);
    app.clock.advance(1);
    const award = await book(app, await findOffer(app, {}, "award"));
    expect(award.booking).toMatchObject({ kind: "award", miles: 20_000, program: "avios" });
    expect(parseBooking((await app.call(`/v1/bookings/${booking.id}`)).text)).toEqual(booking);
    const list = JSON.parse((await app.call("/v1/bookings?status=confirmed&limit=1")).text);
    expect(list).toMatchObject({ data: [{ id: award.booking.id }], nextCursor: expect.any(String) });
    expect(JSON.parse((await app.call("/v1/bookings?status=cancelled")).text).data).toEqual([]);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema([...namedSchemas]);
    await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
    const events = await readEvents(database);
    expect(events.map(({ type }) => type).sort()).toEqual([
      "booking.cancelled",
      "booking.confirmed",
      "booking.confirmed",
    ]);
    for (const { type, data } of events) {
      expect(ajv.validate(eventCatalog[type].data, data), ajv.errorsText()).toBe(true);
      expect(JSON.stringify(data)).not.toMatch(/Lovelace|example\.com|44207946/);
    }
    expect(app.logLines.join("")).not.toMatch(/Lovelace|ada@|44207946|1987-03-09/);
  });

  test("a cancellation refunds by the fare rules, once", async () => {
    const refundable = { ...makeCash(50_000), refundable: true, conditions: makeConditions(50_000, true) };
    const { app } = await start({
      suppliers: [supplierOf("sandbox", [makeFlight({ cash: [refundable, makeCash(41_260)] })])],
    });
    const cancel = async (offerId: string) => {
      const { booking } = await book(app, offerId);
      const answer = await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
      const again = await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
      expect(again).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
      return parseBooking(answer.text);
    };
    const search = await app.call("/v1/flights/search", {
      body: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true },
    });
    const [flight] = search.body.flights ?? [];
    const offers = [...(flight?.cash ?? []), ...(flight?.award ?? [])].map(({ id }) => id);
    const refunds = [];
    for (const id of offers) refunds.push((await cancel(id)).refund);
    const usd = (amount: string) => ({ amount, currency: "USD" });
    // The award: taxes of 100 less a fee of 50 and 1,000 miles for one seat; the booking fee is not refunded.
    expect(refunds).toMatchObject([
      { money: usd("100.00"), miles: null },
      { money: usd("500.00"), miles: null },
      { money: usd("50.00"), miles: 19_000 },
    ]);
  });

  test("a dry run quotes the refund of the cancellation that follows, and changes nothing", async () => {
    const { app, database } = await start();
    const { booking } = await book(app, await findOffer(app));
    const before = await countRows(database);
    const cancel = (query: string) => app.call(`/v1/bookings/${booking.id}/cancel${query}`, { method: "POST" });
    const quote = await cancel("?dryRun=true");
    expect(quote).toMatchObject({ status: 200, body: { status: "confirmed", cancelledAt: null } });
    expect(await countRows(database)).toBe(before);
    expect(parseBooking((await app.call(`/v1/bookings/${booking.id}`)).text)).toMatchObject({ refund: null });
    const cancelled = parseBooking((await cancel("?dryRun=false")).text);
    expect(cancelled).toMatchObject({ status: "cancelled", refund: parseBooking(quote.text).refund });
    expect((await cancel("?dryRun=true")).status).toBe(409);
    expect((await cancel("?dryRun=maybe")).status).toBe(400);
  });

  test("returns 409 for the cancellation of a departed flight", async () => {
    const { app } = await start();
    const { booking } = await book(app, await findOffer(app));
    app.clock.advance(90 * 86_400_000);
    const answer = await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
    expect(answer.body).toMatchObject({ code: "STATE_INVALID", detail: "The first flight has already departed." });
  });

  test("rejects invalid bookings with an error code and stores nothing", async () => {
    const { app, database } = await start({
      suppliers: [supplierOf("elsewhere", [makeFlight()]), supplierOf("sandbox", [makeFlight({ number: "9" })])],
    });
    const answer = await app.call("/v1/flights/search", {
      body: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
    });
    const offers = answer.body.flights?.flatMap(({ cash }) => cash) ?? [];
    const own = offers.find(({ source }) => source === "sandbox")?.id ?? "";
    const foreign = offers.find(({ source }) => source === "elsewhere")?.id ?? "";
    const child = { ...traveler, type: "child" };
    const refusals: [string, number, Awaited<ReturnType<typeof book>>][] = [
      ["OFFER_NOT_BOOKABLE", 422, await book(app, foreign)],
      ["NOT_FOUND", 404, await book(app, "off_01kahz2j7p3v8c5m9n4q6r7s8t_0")],
      ["NOT_FOUND", 404, await book(app, own, { key: await app.makeKey({ environment: "live" }) })],
      ["NOT_FOUND", 404, await book(app, own.replace(/\d+$/, "99999"))],
      ["TRAVELERS_MISMATCH", 422, await book(app, own, { travelers: [traveler, traveler] })],
      ["TRAVELERS_MISMATCH", 422, await book(app, own, { travelers: [child] })],
      ["TRAVELERS_MISMATCH", 422, await book(app, own, { travelers: [{ ...traveler, bornOn: "2015-01-21" }] })],
      ["SOLD_OUT", 409, await book(app, own, { contact: { ...contact, email: "Sold-Out@example.com" } })],
      ["OFFER_CHANGED", 409, await book(app, own, { contact: { ...contact, email: "price-changed@example.com" } })],
      ["REQUEST_INVALID", 400, await book(app, own, { contact: { email: "Lovelace at home", phone: 442_079_460 } })],
      ["REQUEST_INVALID", 400, await book(app, own, { travelers: [{ ...traveler, bornOn: "Lovelace" }] })],
      ["AUTH_SCOPE_MISSING", 403, await book(app, own, { key: await app.makeKey({ scopes: ["usage.write"] }) })],
    ];
    for (const [code, status, refused] of refusals) {
      expect(refused, code).toMatchObject({ status, code });
      expect(refused.text).not.toMatch(/Lovelace|44207946|1987|2015-01/);
    }
    app.clock.advance(15 * 60_000);
    expect(await book(app, own)).toMatchObject({ status: 409, code: "OFFER_EXPIRED" });
    expect(await countRows(database)).toBe(0);
    app.clock.advance(-15 * 60_000);
    expect(await book(app, own, { travelers: [{ ...traveler, bornOn: "2015-01-20" }] })).toMatchObject({ status: 201 });
  });

  test("completes the offer of a booking that an older version stored", async () => {
    const { app, database } = await start();
    const headers = { "idempotency-key": "order-1" };
    const cash = await book(app, await findOffer(app), { headers });
    const award = await book(app, await findOffer(app, {}, "award"));
    const added = ["kind", "mixedCabin", "cabinShare", "separateTickets", "bookingLink", "requires", "observedAt"];
    const older = (offers: string, members: string[]) =>
      `(SELECT jsonb_agg(offer - ARRAY['${members.join("','")}']) FROM jsonb_array_elements(flight->'${offers}') offer)`;
    await database.script(
      `UPDATE bookings SET flight = jsonb_set(flight, '{cash}', ${older("cash", added)}) WHERE kind = 'cash';
       UPDATE bookings SET flight = jsonb_set(flight, '{award}', ${older("award", ["kind", "cabinShare", "separateTickets", "bookingLink", "requires"])})
         WHERE kind = 'award';
       UPDATE idempotent_requests SET answer = jsonb_set(answer, '{flight}', (SELECT flight FROM bookings WHERE kind = 'cash'))`,
    );
    const read = async (id: string) => parseBooking((await app.call(`/v1/bookings/${id}`)).text);
    expect(await read(cash.booking.id)).toEqual(cash.booking);
    expect(await read(award.booking.id)).toEqual(award.booking);
    const replayed = await book(app, cash.booking.offerId, { headers });
    expect([replayed.status, replayed.booking]).toEqual([201, cash.booking]);
  });

  test("replays a booking after its offer has expired", async () => {
    const { app, database } = await start();
    const offerId = await findOffer(app);
    const headers = { "idempotency-key": "order-1" };
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => book(app, offerId, { headers })));
    expect(first?.status).toBe(201);
    for (const { booking } of others) expect(booking.id).toBe(first?.booking.id);
    app.clock.advance(3_600_000);
    const replayed = await book(app, offerId, { headers });
    expect(replayed.booking).toEqual(first?.booking);
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(await book(app, offerId, { headers, contact: { ...contact, phone: "+15551234567" } })).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    expect(await database.query("SELECT id FROM bookings")).toHaveLength(1);
  });

  test("a booking that fails halfway stores nothing, including its idempotency record", async () => {
    const { app, database } = await start();
    const offerId = await findOffer(app);
    const headers = { "idempotency-key": "order-1" };
    await database.script("ALTER TABLE events ADD CONSTRAINT dies CHECK (type <> 'booking.confirmed')");
    expect(await book(app, offerId, { headers })).toMatchObject({ status: 500, code: "INTERNAL" });
    expect(await countRows(database)).toBe(0);
    expect(app.logLines.join("")).not.toMatch(/Lovelace|ada@|44207946/);
    await database.script("ALTER TABLE events DROP CONSTRAINT dies");
    expect(await book(app, offerId, { headers })).toMatchObject({ status: 201 });
  });

  test("applies an airline cancellation once, a minute later by the clock of the data, with a full refund", async () => {
    const { app, database } = await start();
    const email = "airline-cancels@example.com";
    const offerId = await findOffer(app);
    const made = await book(app, offerId, { contact: { ...contact, email } });
    const live = await app.makeKey({ environment: "live" });
    const kept = await book(app, await findOffer(app, {}, "cash", live), { key: live, contact: { ...contact, email } });
    app.clock.advance(59_999);
    expect(await runSandboxSteps({ database, box }, app.clock)).toBe(0);
    app.clock.advance(-59_999);
    // The test clock of the account does not affect live data.
    await database.execute("UPDATE accounts SET test_clock_offset_ms = 60000 WHERE id = $1", [app.accountId]);
    const runs = await Promise.all([1, 2, 3].map(() => runSandboxSteps({ database, box }, app.clock)));
    expect(runs.reduce((all, count) => all + count, 0)).toBe(1);
    const read = async (id: string, key = app.key) =>
      parseBooking((await app.call(`/v1/bookings/${id}`, { key })).text);
    expect(await read(made.booking.id)).toMatchObject({
      status: "cancelled",
      cancelledBy: "airline",
      cancelledAt: new Date(app.clock.nowMs() + 60_000).toISOString(),
      refund: { money: made.booking.total },
    });
    expect(await read(kept.booking.id, live)).toMatchObject({ status: "confirmed" });
    expect((await readEvents(database)).filter(({ type }) => type === "booking.cancelled")).toHaveLength(1);
  });

  test("confirms a pending booking a minute later, by the clock of the data", async () => {
    const { app, database } = await start();
    const offerId = await findOffer(app);
    const headers = { "idempotency-key": "order-1" };
    const request = () => book(app, offerId, { contact: { ...contact, email: "pending@example.com" }, headers });
    const { status, booking } = await request();
    expect([status, booking.status, booking.pendingReason]).toEqual([202, "pending", "accepted"]);
    const path = `/v1/bookings/${booking.id}`;
    const cancelled = await app.call(`${path}/cancel`, { method: "POST" });
    expect([cancelled.status, cancelled.body.detail]).toEqual([409, "The booking is still pending."]);
    app.clock.advance(59_999);
    expect(await runSandboxSteps({ database, box }, app.clock)).toBe(0);
    app.clock.advance(1);
    const runs = await Promise.all([1, 2, 3].map(() => runSandboxSteps({ database, box }, app.clock)));
    expect(runs.reduce((all, count) => all + count, 0)).toBe(1);
    const confirmed = { status: "confirmed", pendingReason: null, supplierCharge: null, failure: null };
    expect(parseBooking((await app.call(path)).text)).toMatchObject(confirmed);
    expect(await request()).toMatchObject({ status: 201, booking: { id: booking.id, status: "confirmed" } });
    const types = (await readEvents(database)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("booking."))).toEqual(["booking.pending", "booking.confirmed"]);
    expect((await app.call(`${path}/cancel`, { method: "POST" })).status).toBe(200);
  });

  describe("a change by the airline", () => {
    async function change() {
      const { app, database } = await start();
      const email = "airline-changes@example.com";
      const { booking } = await book(app, await findOffer(app), { contact: { ...contact, email } });
      app.clock.advance(60_000);
      const runs = await Promise.all([1, 2, 3].map(() => runSandboxSteps({ database, box }, app.clock)));
      expect(runs.reduce((all, count) => all + count, 0)).toBe(1);
      const path = `/v1/bookings/${booking.id}`;
      const read = async () => parseBooking((await app.call(path)).text);
      const changed = await read();
      return { app, database, booking, changed, path, read, changePath: `${path}/changes/${changed.changes[0]?.id}` };
    }

    test("waits for the customer, and is accepted once", async () => {
      const { app, database, booking, changed, read, changePath } = await change();
      const { flight } = booking;
      const last = flight.slices.length - 1;
      expect(changed).toMatchObject({ status: "confirmed", flight });
      expect(changed.changes).toMatchObject([
        { status: "pending", initiatedBy: "airline", actions: ["accept", "cancel"], slices: [{ slice: last }] },
      ]);
      const [announced] = changed.changes[0]?.slices ?? [];
      const delayMs = (from?: string | null, to?: string | null) => Date.parse(to ?? "") - Date.parse(from ?? "");
      expect(delayMs(announced?.before?.departureAt, announced?.after?.departureAt)).toBe(45 * 60_000);
      expect(delayMs(announced?.before?.arrivalAt, announced?.after?.arrivalAt)).toBe(45 * 60_000);
      // Events of one instant have no order.
      app.clock.advance(1000);
      for (const _ of [1, 2]) {
        const accepted = await app.call(`${changePath}/accept`, { method: "POST" });
        expect([accepted.status, parseBooking(accepted.text).changes[0]]).toMatchObject([200, { status: "accepted" }]);
      }
      const after = await read();
      expect(after.flight.slices[last]).toMatchObject({ departureAt: announced?.after?.departureAt });
      expect(after.flight.slices[last]?.segments[0]?.departureAt).toBe(announced?.after?.departureAt);
      const events = (await readEvents(database)).filter(({ type }) => type === "booking.changed");
      expect(events.map(({ data }) => data)).toMatchObject([{ pending: true }, { pending: false }]);
      const late = await app.call(`${changePath}/cancel`, { method: "POST" });
      expect([late.status, late.body.code]).toEqual([409, "STATE_INVALID"]);
    });

    test("refunds everything to a customer who cancels instead", async () => {
      const { app, booking, path, read, changePath } = await change();
      const quoted = await app.call(`${path}/cancel?dryRun=true`, { method: "POST" });
      const full = { money: booking.total, rule: "The airline changed the flights: full refund." };
      expect(parseBooking(quoted.text)).toMatchObject({ status: "confirmed", refund: full });
      const headers = { "idempotency-key": "cancel-1" };
      for (const _ of [1, 2]) {
        const cancelled = await app.call(`${changePath}/cancel`, { method: "POST", headers });
        expect(cancelled.status).toBe(200);
        expect(parseBooking(cancelled.text)).toMatchObject({ status: "cancelled", refund: full });
      }
      expect(await read()).toMatchObject({ cancelledBy: "customer", refund: full, changes: [{ status: "cancelled" }] });
      const late = await app.call(`${changePath}/accept`, { method: "POST" });
      expect([late.status, late.body.code]).toEqual([409, "STATE_INVALID"]);
    });

    test("does not come after the customer has cancelled", async () => {
      const { app, database } = await start();
      const email = "airline-changes@example.com";
      const { booking } = await book(app, await findOffer(app), { contact: { ...contact, email } });
      await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
      app.clock.advance(60_000);
      expect(await runSandboxSteps({ database, box }, app.clock)).toBe(0);
    });
  });
});
