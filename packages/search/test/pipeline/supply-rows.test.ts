import type { ScoredSearchResponse, SearchRequest } from "@wayfare/contract";
import { type CashOffer, type SuppliedFlight, type Supplier, SupplierRegistry } from "@wayfare/suppliers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSearchRunner } from "../../src/index.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";
import { makeJob } from "../sample-job.ts";

function runnerOf(suppliers: readonly Supplier[]) {
  const registrations = suppliers.map((supplier, slot) => ({ supplier, slot, partitions: ["live"] as const }));
  return createSearchRunner({ ...facts, suppliers: new SupplierRegistry(registrations) });
}

const jobOf = (request: Partial<SearchRequest> = {}) => makeJob(request, { environment: "live" });

async function search(suppliers: readonly Supplier[], changes: Partial<SearchRequest> = {}) {
  const { bytes } = await runnerOf(suppliers).search({ ...jobOf(changes), coding: "identity" }, {});
  const response: ScoredSearchResponse = JSON.parse(new TextDecoder().decode(bytes));
  return response;
}

type Supply = ScoredSearchResponse["supply"];

function expectBalance({ supply, flights }: Pick<ScoredSearchResponse, "supply" | "flights">): void {
  for (const { source, received, offers, dropped } of supply) {
    expect(received).toBe(offers + dropped.reduce((sum, { count }) => sum + count, 0));
    const returned = flights.flatMap(({ cash, award }) => [...cash, ...award]).filter((each) => each.source === source);
    expect(returned).toHaveLength(offers);
  }
}

const flight = fc
  .record({
    number: fc.integer({ min: 1, max: 6 }).map(String),
    cash: fc.array(
      fc.record({
        total: fc.integer({ min: 16_000, max: 90_000 }),
        brand: fc.constantFrom("Basic", "Main"),
        cabin: fc.constantFrom("economy", "business"),
        currency: fc.constantFrom(undefined, "EUR", "UAH"),
      }),
      { maxLength: 5 },
    ),
    awards: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ number, cash, awards }): SuppliedFlight => {
    const offers = cash.map(
      ({ total, brand, cabin, currency }): CashOffer => ({
        ...makeCash(total, brand),
        cabin: cabin === "business" ? "business" : "economy",
        segments: makeCash(total).segments.map((segment) => ({
          ...segment,
          cabin: cabin === "business" ? "business" : "economy",
        })),
        ...(currency === "EUR" || currency === "UAH" ? { currency } : {}),
      }),
    );
    return makeFlight({ number, cash: offers, award: Array.from({ length: awards }, (_, at) => makeAward(9000 + at)) });
  });

test("received is offers and dropped in every row of a response, and of the end of its stream", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(flight, { maxLength: 12 }),
      fc.array(flight, { maxLength: 12 }),
      fc.record({
        limit: fc.integer({ min: 1, max: 8 }),
        cabin: fc.constantFrom("economy" as const, "business" as const),
        includeAward: fc.boolean(),
        allOffers: fc.boolean(),
      }),
      async (first, second, request) => {
        const suppliers = [supplierOf("simulated", first), supplierOf("real", second, false)];
        const response = await search(suppliers, request);
        expectBalance(response);
        let done: Supply = [];
        for await (const chunk of runnerOf(suppliers).stream(jobOf(request), {})) done = chunk.done?.supply ?? done;
        const untimed = (rows: Supply) => rows.map((row) => ({ ...row, tookMs: 0 }));
        expect(untimed(done)).toEqual(untimed(response.supply));
      },
    ),
    { seed: 20_261_121, numRuns: 40 },
  );
});

test("counts what the filters and the limits of a response leave out", async () => {
  const brands = ["Basic", "Main", "Flex"].map((brand, at) => makeCash(40_000 + at, brand));
  const flights = ["1", "2"].map((number) => makeFlight({ number, cash: brands, award: [makeAward(9000)] }));
  const { supply } = await search([supplierOf("real", flights, false)], { limit: 1, includeAward: false });
  expect(supply).toMatchObject([
    {
      received: 8,
      offers: 2,
      dropped: [
        { reason: "filter", count: 2 },
        { reason: "selection", count: 4 },
      ],
    },
  ]);
});

test("returns an offer in a currency without a rate in its own currency, last and without a rank", async () => {
  const inHryvnia = (total: number) => ({ ...makeCash(total), currency: "UAH" as const });
  const flights = [
    makeFlight({ number: "1", cash: [inHryvnia(9_000_000), inHryvnia(100)], award: [] }),
    makeFlight({ number: "2", cash: [inHryvnia(1), makeCash(50_000)], award: [] }),
    makeFlight({ number: "3", cash: [makeCash(40_000)], award: [] }),
  ];
  for (const view of ["full", "compact"] as const) {
    const { bytes } = await runnerOf([supplierOf("real", flights, false)]).search(
      { ...jobOf({ sort: "price" }), view, coding: "identity" },
      {},
    );
    const response: ScoredSearchResponse = JSON.parse(new TextDecoder().decode(bytes));
    expect(response.flights.map(({ cash }) => [cash].flat().map((each) => each?.total))).toEqual(
      view === "compact"
        ? [[usd("400.00")], [usd("500.00")], [uah("1.00")]]
        : [[usd("400.00")], [usd("500.00"), uah("0.01")], [uah("1.00"), uah("90000.00")]],
    );
    if (view === "compact") continue;
    expectBalance(response);
    const ids = response.flights.flatMap(({ cash }) => cash.map(({ id }) => id));
    expect(response.scoreOptions.map(({ offerId }) => offerId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  }
});

test("leaves offers without a rate out of the values that watches compare", async () => {
  const cash = [{ ...makeCash(100), currency: "UAH" as const }];
  const { flights } = await runnerOf([supplierOf("real", [makeFlight({ cash })], false)]).watch(jobOf(), {});
  expect(flights).toMatchObject([{ cash: [], award: [{ centsPerPoint: null }] }]);
});

function usd(amount: string) {
  return { amount, currency: "USD" };
}

function uah(amount: string) {
  return { amount, currency: "UAH" };
}
