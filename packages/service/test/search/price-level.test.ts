import { addDays, namedSchemas, type PriceLevelResponse } from "@wayfare/contract";
import type { Supplier } from "@wayfare/suppliers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCash, makeFlight, supplierWith } from "../../../search/test/sample-flights.ts";
import { leadTimeOf, nearestDates } from "../../src/search/price-level.ts";
import { deleteOldPriceSamples } from "../../src/search/price-samples-store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import type { CallOptions, RunningApp } from "../running-app.ts";
import { calendarSupplier, priceOfDate } from "./calendar-supplier.ts";

const pair = { origin: "JFK", destination: "LHR" };
const dayMs = 86_400_000;

const pathOf = (query: object) => `/v1/flights/price-level?${new URLSearchParams({ ...pair, ...query }).toString()}`;

async function read(app: RunningApp, query: object, options: CallOptions = {}): Promise<PriceLevelResponse> {
  const { status, text } = await app.call(pathOf(query), options);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

const validators = new Ajv2020({
  strict: false,
  formats: { date: true, "date-time": fullFormats["date-time"] ?? true },
});
validators.addSchema([...namedSchemas]);

describe("of the fare model", () => {
  test("compares the price of a date with those of the nearest dates with a similar lead time", async () => {
    const { supplier, calls } = calendarSupplier();
    const { app } = await startApp("pglite", { suppliers: [supplier] });
    const departureDate = "2027-01-20";
    const found = await read(app, { departureDate });
    expect(validators.getSchema("PriceLevel#")?.(found)).toBe(true);
    const dates = calls[0]?.cells.map((cell) => cell.departureDate) ?? [];
    expect(dates).toHaveLength(56);
    expect([dates[0], dates.at(-1)]).toEqual(["2027-01-16", "2027-03-12"]);
    const prices = dates.flatMap((date) => priceOfDate(date) ?? []).toSorted((a, b) => a - b);
    expect(found).toMatchObject({
      leadTimeDays: { min: 56, max: 111 },
      basis: "fare_model",
      sampleSize: prices.length,
      price: { amount: ((priceOfDate(departureDate) ?? 0) / 100).toFixed(2), currency: "USD" },
      simulated: true,
    });
    const lowest = await read(app, { departureDate, amount: "0.01" });
    expect(lowest).toMatchObject({ price: { amount: "0.01" }, level: "low" });
    expect(await read(app, { departureDate, amount: found.quartiles?.median.amount })).toMatchObject({
      level: "typical",
    });
    expect(await read(app, { departureDate, amount: "999999" })).toMatchObject({ level: "high" });
  });

  test("returns no level without a price for the date", async () => {
    const { supplier } = calendarSupplier();
    const { app } = await startApp("pglite", { suppliers: [supplier] });
    const found = await read(app, { departureDate: "2027-01-18" });
    expect(found).toMatchObject({ price: null, level: null, quartiles: { median: { currency: "USD" } } });
  });

  test("rejects invalid queries with the member and the reason", async () => {
    const { supplier, calls } = calendarSupplier();
    const { app } = await startApp("pglite", { suppliers: [supplier] });
    const call = (query: object) => app.call(pathOf(query));
    expect(await call({})).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    expect(await call({ departureDate: "2027-01-20", cabin: "cargo" })).toMatchObject({ status: 400 });
    for (const [query, pointer] of [
      [{ departureDate: "2020-01-20" }, "/departureDate"],
      [{ departureDate: "2027-01-20", destination: "XXX" }, "/destination"],
      [{ departureDate: "2027-01-20", currency: "JPY", amount: "10.5" }, "/amount"],
    ] as const) {
      expect(await call(query)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    }
    expect(calls).toEqual([]);
  });
});

describe.each(testDatabaseKinds)("of the account's live searches on %s", (kind) => {
  let price = 0;
  const house = (changes: Partial<Supplier> = {}): Supplier => ({
    ...supplierWith(
      "house",
      async () => ({ flights: [makeFlight({ cash: [makeCash(price), makeCash(price + 5)] })] }),
      false,
    ),
    ...changes,
  });
  const search = async (app: RunningApp, key: string, changes: object = {}) => {
    const answer = await app.call("/v1/flights/search", {
      key,
      body: { ...pair, departureDate: "2027-01-20", ...changes },
    });
    expect(answer.status, answer.text).toBe(200);
  };

  test("compares with ten searches, and not with nine or with those of other accounts", async () => {
    const { app, database } = await startApp(kind, { suppliers: [house()] });
    const key = await app.makeKey({ environment: "live" });
    const other = await createAccount(database, "Other", app.clock.nowMs());
    const otherKey = await app.makeKey({ environment: "live", accountId: other });
    price = 1;
    await search(app, otherKey);
    for (let at = 0; at < 9; at++) {
      price = 10_000 + at * 1000;
      const departureDate = addDays("2027-01-20", at);
      await search(app, key, { departureDate, ...(at === 3 && { includeAward: true, limit: 1 }) });
    }
    const departureDate = "2027-01-20";
    const few = { basis: "searches", sampleSize: 9, quartiles: null, level: null, simulated: false };
    expect(await read(app, { departureDate }, { key })).toMatchObject(few);
    // Later on the same day: replaces the price of that date.
    await search(app, key, { departureDate: "2027-01-28" });
    expect(await read(app, { departureDate }, { key })).toMatchObject(few);
    price = 19_000;
    const events = { accept: "text/event-stream" };
    const streamed = await app.call("/v1/search", {
      key,
      headers: events,
      body: { ...pair, departureDate: "2027-01-29" },
    });
    expect(streamed.status).toBe(200);
    expect(await read(app, { departureDate }, { key })).toMatchObject({
      sampleSize: 10,
      quartiles: { lower: { amount: "122.50" }, median: { amount: "145.00" }, upper: { amount: "167.50" } },
      price: { amount: "100.00" },
      level: "low",
    });
    for (const changes of [{ cabin: "business" }, { currency: "EUR" }, { departureDate: "2027-06-20" }]) {
      expect(await read(app, { departureDate, ...changes }, { key })).toMatchObject({ sampleSize: 0, level: null });
    }
    expect(await read(app, { departureDate }, { key: otherKey })).toMatchObject({ sampleSize: 1 });
    expect(await deleteOldPriceSamples(database, app.clock.nowMs() + 89 * dayMs, 100)).toBe(0);
    expect(await deleteOldPriceSamples(database, app.clock.nowMs() + 91 * dayMs, 100)).toBe(11);
  });

  test("does not store prices of filtered searches, and of suppliers whose terms do not allow it", async () => {
    const suppliers = [house(), house({ name: "private", mayStoreResults: false })];
    const { app, database } = await startApp(kind, { suppliers });
    const key = await app.makeKey({ environment: "live" });
    price = 5000;
    for (const changes of [
      { maxStops: 0 },
      { travelers: { adults: 2 } },
      { airlines: ["BA"] },
      { returnDate: "2027-01-27" },
      { flexibleDays: 1 },
      { excludeBasic: true },
    ]) {
      await search(app, key, changes);
    }
    expect(await database.query("SELECT amount FROM price_samples")).toEqual([]);
    const { app: restricted, database: restrictedDatabase } = await startApp(kind, { suppliers: suppliers.slice(1) });
    await search(restricted, await restricted.makeKey({ environment: "live" }));
    expect(await restrictedDatabase.query("SELECT amount FROM price_samples")).toEqual([]);
  });
});

test("compares lead times of one range, with the date in the middle of up to 56 dates", () => {
  expect([0, 13, 14, 27, 28, 55, 56, 111, 112, 330].map((days) => leadTimeOf(days))).toEqual([
    { min: 0, max: 13 },
    { min: 0, max: 13 },
    { min: 14, max: 27 },
    { min: 14, max: 27 },
    { min: 28, max: 55 },
    { min: 28, max: 55 },
    { min: 56, max: 111 },
    { min: 56, max: 111 },
    { min: 112, max: 330 },
    { min: 112, max: 330 },
  ]);
  const range = { from: "2027-03-01", to: "2027-09-30" };
  expect(nearestDates("2027-03-02", range)).toEqual({ from: "2027-03-01", to: "2027-04-25" });
  expect(nearestDates("2027-06-01", range)).toEqual({ from: "2027-05-04", to: "2027-06-28" });
  expect(nearestDates("2027-09-30", range)).toEqual({ from: "2027-08-06", to: "2027-09-30" });
  expect(nearestDates("2027-03-05", { from: "2027-03-01", to: "2027-03-14" })).toEqual({
    from: "2027-03-01",
    to: "2027-03-14",
  });
});
