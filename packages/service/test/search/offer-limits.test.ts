import type { ScoredSearchResponse } from "@wayfare/contract";
import { expect, test } from "vitest";
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

test("repricing uses the rate and concurrency limits of searches but no quota unit", async () => {
  const { app, database } = await startApp("pglite", { rateLimitFactor: 1 });
  const key = await app.makeKey({ environment: "live" });
  const offer = await findOffer(app, {}, "cash", key);
  const answer = await app.call(`/v1/offers/${offer}`, { key });
  expect(answer.headers.get("ratelimit-policy")).toContain('"searches";q=40');
  expect(answer.headers.get("ratelimit-policy")).toContain('"searches-at-once";q=20');
  expect(answer.headers.get("ratelimit")).toContain('"searches";r=38');
  const repricings = Array.from({ length: 60 }, async () => (await app.call(`/v1/offers/${offer}`, { key })).status);
  // Sent while the repricings run: their limits would free up as soon as they have ended.
  const searches = Array.from(
    { length: 5 },
    async () => (await app.call("/v1/search", { key, body: goodSearch })).status,
  );
  const statuses = await Promise.all(repricings);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(45);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15);
  expect(await Promise.all(searches)).toContain(429);
  const [quota] = await database.query<{ used: number; leased: number }>(
    "SELECT sum(count)::int AS used FROM usage_hours WHERE operation <> 'search'",
  );
  expect(quota?.used ?? 0).toBe(0);
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
