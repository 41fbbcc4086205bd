import { readFileSync } from "node:fs";
import type { ScoredSearchResponse } from "@wayfare/contract";
import { createSearchRunner, type SearchJob } from "@wayfare/search";
import {
  createDuffelSupplier,
  createSeatsAeroSupplier,
  type Supplier,
  type SupplierAccess,
  SupplierRegistry,
} from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { facts } from "../packages/search/test/sample-facts.ts";
import { makeStrictDocument } from "../packages/service/test/strict-document.ts";
import { accessOf } from "../packages/suppliers/test/conformance.ts";
import { adapterOptions, makeEgress, searchedAtMs } from "../packages/suppliers/test/doubles/adapter.ts";
import { type DuffelDouble, startDuffelDouble } from "../packages/suppliers/test/doubles/duffel-double.ts";
import { makeOffer } from "../packages/suppliers/test/doubles/duffel-offer.ts";
import { type SeatsAeroDouble, startSeatsAeroDouble } from "../packages/suppliers/test/doubles/seats-aero-double.ts";
import { readRecorded } from "../packages/suppliers/test/recorded.ts";

const document = makeStrictDocument(
  JSON.parse(readFileSync(new URL("../docs/reference/openapi.json", import.meta.url), "utf8")),
);
const operation = { path: "/v1/search", method: "post", status: "200", type: "application/json" };

describe("a search of live suppliers", () => {
  const egress = makeEgress();
  let duffel: DuffelDouble;
  let seats: SeatsAeroDouble;
  beforeEach(async () => {
    duffel = await startDuffelDouble([makeOffer("512.40", "Basic"), makeOffer("640.00", "Main")]);
    seats = await startSeatsAeroDouble([JSON.parse(readRecorded("seats-aero/search-with-trips.json"))]);
  });
  afterEach(async () => {
    expect([...duffel.double.faults, ...seats.double.faults]).toEqual([]);
    await duffel.double.close();
    await seats.double.close();
  });

  const job: SearchJob = {
    searchId: "srch_01kahz2j7p3v8c5m9n4q6r7s8t",
    accountId: "acct_1",
    environment: "live",
    request: {
      origin: { code: "JFK", kind: "airport" },
      destination: { code: "LHR", kind: "airport" },
      departureDate: "2027-02-10",
      returnDate: null,
      cabin: "economy",
      cabinMatch: "main",
      travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
      includeCash: true,
      includeAward: true,
      maxStops: 2,
      limit: 50,
      currency: "USD",
      sort: "price",
      profile: "leisure",
      allOffers: false,
    },
    searchedAtMs,
    expiresAtMs: searchedAtMs + 900_000,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs: 20_000,
  };

  async function search(
    changes: Partial<SearchJob>,
    access: [string, SupplierAccess][],
  ): Promise<ScoredSearchResponse> {
    const suppliers: Supplier[] = [
      createDuffelSupplier(adapterOptions(egress, duffel.double)),
      createSeatsAeroSupplier(adapterOptions(egress, seats.double)),
    ];
    const registry = new SupplierRegistry(
      suppliers.map((supplier, at) => ({
        supplier,
        slot: at + 1,
        partitions: supplier.testMode ? ["test", "live"] : ["live"],
      })),
    );
    const runner = createSearchRunner({ ...facts, suppliers: registry });
    const context = { access: new Map(access) };
    const { bytes } = await runner.search({ ...job, ...changes, coding: "identity" }, context);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  const live: [string, SupplierAccess][] = [
    ["duffel", accessOf({ secret: "duffel_live_1" }, 10)],
    ["seats-aero", accessOf({ secret: "pro_1" }, 10)],
  ];

  test("answers cash and award of the same physical flight under one id, with cents per point", async () => {
    const response = await search({}, live);
    const [joined, ...others] = response.flights.filter(({ cash }) => cash.length > 0);
    expect(others).toEqual([]);
    expect(joined?.cash.map(({ total, base, refundable }) => [total.amount, base, refundable])).toEqual([
      ["512.40", null, false],
      ["640.00", null, false],
    ]);
    // (512.40 − 5.60) ÷ 27,500 miles
    expect(joined?.award).toMatchObject([{ program: "american", miles: 27_500, centsPerPoint: 1.84 }]);
    expect(response.flights.length).toBeGreaterThan(1);
    expect(response.simulated).toBe(false);
    expect(response.supply).toMatchObject([
      { source: "duffel", status: "ok", reason: null, offers: 2, coverage: 1 },
      { source: "seats-aero", status: "ok", observedAt: "2026-11-20T06:41:09.517Z" },
    ]);
  });

  test.each(["full", "compact"] as const)("matches the schema of the API in the %s view", async (view) => {
    const response = await search({ view }, live);
    expect(response.view).toBe(view);
    expect(document.findResponseMismatch(operation, response)).toBeNull();
  });

  test("ends an offer with its supplier's time, if that is earlier", async () => {
    const soon = new Date(searchedAtMs + 60_000).toISOString();
    duffel.offers = [{ ...makeOffer("512.40", "Basic"), expires_at: soon }];
    const response = await search({}, live);
    const expiries = response.flights.flatMap(({ cash, award }) =>
      [...cash, ...award].map(({ expiresAt }) => expiresAt),
    );
    expect(new Set(expiries)).toEqual(new Set([soon, response.expiresAt]));
  });

  test("searches Duffel's test mode for test keys, and says that its flights are simulated", async () => {
    const response = await search({ environment: "test" }, [
      ["duffel", accessOf({ secret: "duffel_test_1", partition: "test" }, 10)],
    ]);
    expect([response.flights.length, response.simulated]).toEqual([1, true]);
  });

  test("does not search suppliers without a credential", async () => {
    await expect(search({}, [])).rejects.toMatchObject({ code: "SUPPLY_UNAVAILABLE" });
    expect([...duffel.double.requests, ...seats.double.requests]).toEqual([]);
  });
});
