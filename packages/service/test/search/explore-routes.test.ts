import { type ExploreResponse, namedSchemas } from "@wayfare/contract";
import type { ExploredDestination, ExploreQuery, Supplier } from "@wayfare/suppliers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, test } from "vitest";
import { startApp } from "../access-app.ts";
import type { RunningApp } from "../running-app.ts";
import { supplierOf } from "../sample-supply.ts";

const path = "/v1/flights/explore";
const body = { origin: "jfk", departureDates: { from: "2026-12-04", to: "2026-12-12" } };

/** Prices by destination, each on the last trip: in money, nonstop and in miles. */
const prices: Record<string, [cash: number | null, nonstop: number | null, miles: number | null]> = {
  LHR: [40_000, 45_000, 30_000],
  AKL: [90_000, null, 25_000],
  HNL: [null, null, 60_000],
  BOS: [10_000, 10_000, null],
};

function exploringSupplier() {
  const calls: ExploreQuery[] = [];
  const explore = async (query: ExploreQuery): Promise<ExploredDestination[]> => {
    calls.push(query);
    const cell = query.cells.length - 1;
    const at = (value: number | null | undefined) => (value === null || value === undefined ? null : { value, cell });
    return query.destinations.map((destination) => {
      const [cash, nonstop, miles] = prices[destination.code] ?? [];
      const award = at(miles);
      return { destination, cash: at(cash), nonstopCash: at(nonstop), award: award && { ...award, program: "avios" } };
    });
  };
  const supplier: Supplier = { ...supplierOf("sandbox", []), explore };
  return { supplier, calls };
}

const explore = (app: RunningApp, changes: object = {}) => app.call(path, { body: { ...body, ...changes } });

async function read(app: RunningApp, changes: object = {}): Promise<ExploreResponse> {
  const { status, body: found } = await explore(app, changes);
  expect(status).toBe(200);
  return JSON.parse(JSON.stringify(found));
}

const validators = new Ajv2020({
  strict: false,
  formats: { date: true, "date-time": fullFormats["date-time"] ?? true, uri: true },
});
validators.addSchema([...namedSchemas]);

test("returns the destinations with prices, cheapest first, and the members of the search of each", async () => {
  const { supplier } = exploringSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const found = await read(app, { includeAward: true, stayNights: { min: 2, max: 2 }, departureWeekdays: ["friday"] });
  expect(validators.getSchema("ExploreResponse#")?.(found)).toBe(true);
  expect(found.departureDates).toEqual(["2026-12-04", "2026-12-11"]);
  expect(found.destinations.map(({ place }) => place.code)).toEqual(["BOS", "LHR", "AKL", "HNL"]);
  expect(found.found).toBe(4);
  const dates = { departureDate: "2026-12-11", returnDate: "2026-12-13" };
  expect(found.destinations[1]).toMatchObject({
    place: { id: "airport:LHR", latitude: 51.47 },
    cash: { total: { amount: "400.00", currency: "USD" }, ...dates },
    nonstopCash: { total: { amount: "450.00", currency: "USD" }, ...dates },
    award: { program: "avios", miles: 30_000, ...dates },
  });
  expect(found.supply).toMatchObject([{ source: "sandbox", status: "ok", coverage: 1, offers: 4 }]);
  const search = { ...found.request, destination: found.destinations[0]?.place.id, ...dates };
  expect((await app.call("/v1/flights/search", { body: search })).status).toBe(200);
});

test("filters by price and miles, sorts by miles and counts what is beyond the limit", async () => {
  const { supplier } = exploringSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const codes = async (changes: object) => {
    const { destinations, found } = await read(app, { includeAward: true, ...changes });
    return [...destinations.map(({ place }) => place.code), found];
  };
  expect(await codes({ sort: "miles" })).toEqual(["AKL", "LHR", "HNL", "BOS", 4]);
  expect(await codes({ limit: 1 })).toEqual(["BOS", 4]);
  expect(await codes({ maxMiles: 30_000, maxTotal: { amount: "100.00", currency: "USD" } })).toEqual([
    "BOS",
    "AKL",
    "LHR",
    3,
  ]);
  expect(await codes({ regions: ["europe"] })).toEqual(["LHR", 1]);
  expect(await codes({ destinations: ["HNL", "LHR"] })).toEqual(["LHR", "HNL", 2]);
});

test("reports suppliers that cannot as skipped, without destinations", async () => {
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [])] });
  const found = await read(app);
  expect(found).toMatchObject({ destinations: [], found: 0, simulated: false });
  expect(found.supply).toMatchObject([{ status: "skipped", reason: "unsupported", coverage: null }]);
});

test("rejects invalid requests with the member and the reason", async () => {
  const { supplier, calls } = exploringSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const past = await explore(app, { departureDates: { from: "2020-01-01", to: "2020-01-02" } });
  expect(past).toMatchObject({ status: 422, body: { code: "SEARCH_UNPROCESSABLE" } });
  expect(past.body.errors).toMatchObject([{ pointer: "/departureDates/from", code: "DATE_IN_PAST" }]);
  for (const changes of [
    { departureDates: "2026-12-01" },
    { regions: ["atlantis"] },
    { regions: [] },
    { countries: ["pt"] },
    { destinations: Array.from({ length: 201 }, () => "LHR") },
    { departureWeekdays: ["friday", "friday"] },
    { maxTotal: 300 },
    { maxMiles: 0 },
    { limit: 4001 },
    { destination: "LHR" },
  ]) {
    expect(await explore(app, changes), JSON.stringify(changes)).toMatchObject({
      status: 400,
      body: { code: "REQUEST_INVALID" },
    });
  }
  expect(calls).toEqual([]);
});
