import type { ScoredSearchResponse } from "@wayfare/contract";
import { expect, test, vi } from "vitest";
import { startApp } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { goodSearch } from "../running-app.ts";
import { makeFlight, supplierWith } from "../sample-supply.ts";

/** A supplier that counts its searches. */
function countedSupplier() {
  let searches = 0;
  const supplier = supplierWith("sandbox", async () => {
    searches++;
    return { flights: [makeFlight(), makeFlight({ number: "2" })] };
  });
  return { supplier, searches: () => searches };
}

test("repricing uses the rate limit of searches but no quota unit", async () => {
  const { app, database } = await startApp("pglite", { rateLimitFactor: 1 });
  const key = await app.makeKey({ environment: "live" });
  const offer = await findOffer(app, {}, "cash", key);
  const answer = await app.call(`/v1/offers/${offer}`, { key });
  expect(answer.headers.get("ratelimit-policy")).toContain('"searches";q=40');
  expect(answer.headers.get("ratelimit-policy")).toContain('"searches-at-once";q=20');
  expect(answer.headers.get("ratelimit")).toContain('"searches";r=38');
  const reprice = async () => (await app.call(`/v1/offers/${offer}`, { key })).status;
  // The clock stands still, so no request adds to the 38 that are left.
  for (let left = 38; left > 0; left--) expect(await reprice()).toBe(200);
  expect(await reprice()).toBe(429);
  expect((await app.call("/v1/search", { key, body: goodSearch })).status).toBe(429);
  const [quota] = await database.query<{ used: number; leased: number }>(
    "SELECT sum(count)::int AS used FROM usage_hours WHERE operation <> 'search'",
  );
  expect(quota?.used ?? 0).toBe(0);
});

test("repricings that run count toward the searches at once", async () => {
  const gate = Promise.withResolvers<void>();
  let isOpen = true;
  const supplier = supplierWith("sandbox", async () => {
    if (!isOpen) await gate.promise;
    return { flights: [makeFlight()] };
  });
  const { app } = await startApp("pglite", { rateLimitFactor: 1, suppliers: [supplier] });
  const key = await app.makeKey({ environment: "live" });
  const offer = await findOffer(app, {}, "cash", key);
  isOpen = false;
  const answered: number[] = [];
  const reprice = async () => void answered.push((await app.call(`/v1/offers/${offer}`, { key })).status);
  const repricings = Promise.all(Array.from({ length: 25 }, reprice));
  // The five that exceed the limit are answered while the twenty others wait for the supplier.
  await vi.waitFor(() => expect(answered).toHaveLength(5), { timeout: 120_000 });
  expect(new Set(answered)).toEqual(new Set([429]));
  expect((await app.call("/v1/search", { key, body: goodSearch })).status).toBe(429);
  gate.resolve();
  await repricings;
  expect(answered.filter((status) => status === 200)).toHaveLength(20);
  expect((await app.call(`/v1/offers/${offer}`, { key })).status).toBe(200);
});

test("a booking uses the rate limit of searches but not their concurrency limit", async () => {
  const { app } = await startApp("pglite", { rateLimitFactor: 1 });
  const offer = await findOffer(app);
  const { status, headers } = await book(app, offer);
  expect(status).toBe(201);
  expect(headers.get("ratelimit-policy")).toContain('"searches";q=40');
  expect(headers.get("ratelimit-policy")).not.toContain("searches-at-once");
  expect(headers.get("ratelimit")).toContain('"searches";r=38');
});

test("reprices all offers of a search with one run until seats are sold, and never with the run of another account", async () => {
  const { supplier, searches } = countedSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier] });
  const { body } = await app.call("/v1/search", { body: goodSearch });
  const offers = idsOf(body.flights);
  expect(offers.length).toBeGreaterThan(1);
  expect(searches()).toBe(1);
  const price = async (id: string) => (await app.call(`/v1/offers/${id}`)).status;
  const all = [...offers, ...offers].map(price);
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
  expect(searches()).toBe(2);
  expect((await book(app, offers[0] ?? "")).status).toBe(201);
  expect(searches()).toBe(2);
  // The sold seats differ now, so the flight is searched once more.
  await Promise.all([price(offers[0] ?? ""), price(offers[0] ?? "")]);
  expect(searches()).toBe(3);
  const stranger = await app.makeKey({ environment: "live" });
  expect((await app.call(`/v1/offers/${offers[0]}`, { key: stranger })).status).toBe(404);
  expect(searches()).toBe(3);
});

function idsOf(flights: ScoredSearchResponse["flights"] = []): string[] {
  return flights.flatMap(({ cash }) => cash.map(({ id }) => id));
}
