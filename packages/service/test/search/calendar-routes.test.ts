import { type CalendarResponse, namedSchemas } from "@wayfare/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { startLiveApp } from "../live-app.ts";
import type { RunningApp } from "../running-app.ts";
import { supplierOf } from "../sample-supply.ts";
import { calendarSupplier, priceOfDate } from "./calendar-supplier.ts";

const path = "/v1/flights/calendar";
const body = { origin: "jfk", destination: "city:LON", departureDates: { from: "2026-12-01", to: "2026-12-08" } };
const dates = Array.from({ length: 8 }, (_, at) => `2026-12-0${at + 1}`);
const amountOf = (minor: number | null) => (minor === null ? null : (minor / 100).toFixed(2));

const calendar = (app: RunningApp, changes: object = {}) => app.call(path, { body: { ...body, ...changes } });

async function readCalendar(app: RunningApp, changes: object = {}): Promise<CalendarResponse> {
  const { status, body: found } = await calendar(app, changes);
  expect(status).toBe(200);
  return JSON.parse(JSON.stringify(found));
}

const validators = new Ajv2020({
  strict: false,
  formats: { date: true, "date-time": fullFormats["date-time"] ?? true },
});
validators.addSchema([...namedSchemas]);

test("returns one price for each day, with the search of every cell", async () => {
  const { supplier } = calendarSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const found = await readCalendar(app, { includeAward: true });
  expect(validators.getSchema("CalendarResponse#")?.(found)).toBe(true);
  expect(found.departureDates).toEqual(dates);
  expect(found.cash).toEqual({
    currency: "USD",
    amounts: dates.map((date) => amountOf(priceOfDate(date))),
    nonstopAmounts: dates.map(() => null),
  });
  expect(found.award).toEqual([
    { program: "avios", values: [null, 20_000], cells: dates.map(() => 1), nonstopCells: dates.map(() => 0) },
  ]);
  expect(found.supply).toMatchObject([{ source: "sandbox", status: "ok", coverage: 1 }]);
  expect(found.simulated).toBe(true);
  const search = { ...found.request, departureDate: found.departureDates[0] };
  expect((await app.call("/v1/flights/search", { body: search })).status).toBe(200);
});

test("requests every pair of dates once, and leaves out those that cannot be searched", async () => {
  const { supplier, calls } = calendarSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const returnDates = { from: "2026-12-05", to: "2026-12-06" };
  const { cash } = await readCalendar(app, { returnDates });
  expect(cash?.amounts).toHaveLength(16);
  expect(cash?.amounts.slice(10)).toEqual([null, amountOf(priceOfDate("2026-12-06")), null, null, null, null]);
  expect(calls.map(({ cells }) => cells.length)).toEqual([11]);
});

test("reports suppliers without calendars as skipped, with prices of null", async () => {
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [])] });
  const found = await readCalendar(app);
  expect(found.cash?.amounts).toEqual(dates.map(() => null));
  expect(found.supply).toMatchObject([{ status: "skipped", reason: "unsupported", coverage: null }]);
});

test("rejects invalid requests with the member and the reason", async () => {
  const { supplier, calls } = calendarSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const past = await calendar(app, { departureDates: { from: "2020-01-01", to: "2020-01-02" } });
  expect(past).toMatchObject({ status: 422, body: { code: "SEARCH_UNPROCESSABLE" } });
  expect(past.body.errors).toMatchObject([{ pointer: "/departureDates/from", code: "DATE_IN_PAST" }]);
  for (const changes of [{ departureDates: "2026-12-01" }, { stayNights: { min: -1, max: 4 } }, { limit: 3 }]) {
    expect(await calendar(app, changes)).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
  }
  expect(calls).toEqual([]);
});

test("limits a key to one calendar at a time, and stops when the client leaves", async () => {
  const gate = Promise.withResolvers<void>();
  const { supplier, pending } = calendarSupplier(() => gate.promise);
  const { app } = await startApp("pglite", { suppliers: [supplier], rateLimitFactor: 1 });
  const client = new AbortController();
  const left = fetch(`${app.url}${path}`, {
    method: "POST",
    signal: client.signal,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await eventually(() => expect(pending()).toBe(1));
  const refused = await calendar(app);
  expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect(refused.body.detail).toContain("This key is limited to 1 concurrent calendars.");
  client.abort();
  await Promise.allSettled([left]);
  await eventually(() => expect(pending()).toBe(0));
  app.clock.advance(1000);
  const next = calendar(app);
  await eventually(() => expect(pending()).toBe(1));
  gate.resolve();
  expect((await next).status).toBe(200);
});

test("refuses calendars while searches wait, before it refuses searches", async () => {
  const gate = Promise.withResolvers<void>();
  const { supplier } = calendarSupplier();
  let searching = 0;
  const slow = {
    ...supplier,
    async *search() {
      searching++;
      await gate.promise;
      yield { flights: [] };
    },
  };
  const { app } = await startApp("pglite", { suppliers: [slow], searchDeadlineMs: 60_000 });
  const search = { origin: "JFK", destination: "LHR", departureDate: "2026-12-01" };
  const searches = Array.from({ length: 4 }, () => app.call("/v1/search", { body: search }));
  await eventually(() => expect(searching).toBe(4));
  const refused = await calendar(app);
  expect(refused).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
  expect(refused.headers.get("retry-after")).not.toBeNull();
  gate.resolve();
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await calendar(app)).status).toBe(200);
});

test("counts as one search of the quota of a live key, unless it fails", async () => {
  const { supplier } = calendarSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const key = await app.makeKey({ environment: "live" });
  expect((await app.call(path, { key, body: { ...body, stayNights: { min: 1, max: 3 } } })).status).toBe(200);
  expect((await app.call(path, { key, body: { ...body, destination: "QQQ" } })).status).toBe(422);
  const { text } = await app.call("/v1/usage/current", { key });
  expect(JSON.parse(text)).toMatchObject({ operations: [{ operation: "search", count: 1 }], total: 1 });
});

test("does not call a live supplier, and adds no sandbox prices for a live key that has one", async () => {
  const { app, key, duffel } = await startLiveApp("pglite", ["duffel"]);
  const { status, text } = await app.call(path, { key, body });
  expect(status).toBe(200);
  const found: CalendarResponse = JSON.parse(text);
  expect(found.supply).toMatchObject([{ source: "duffel", status: "skipped", reason: "unsupported", coverage: null }]);
  expect(found.cash?.amounts).toEqual(dates.map(() => null));
  expect(found.simulated).toBe(false);
  expect(duffel.double.requests).toEqual([]);
});
