import type { SearchRequest } from "@wayfare/contract";
import { parseEpochDay } from "@wayfare/engine";
import { createSandboxSupplier, SupplierRegistry } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { findCurrentOffer, narrowRequest } from "../../src/pipeline/current-offer.ts";
import { findFlights } from "../../src/pipeline/find-flights.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:00Z");
const context = { deadlineMs: 60_000, signal: new AbortController().signal };
const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";

const sandbox = createSandboxSupplier({
  buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")),
  version: "test",
});

test.each<Partial<SearchRequest>>([
  {},
  { returnDate: "2027-02-17", travelers: { adults: 2, children: 1 } },
  { returnDate: "2027-02-17", cabin: "business", includeAward: true, sort: "duration" },
  { cabin: "premium_economy", includeAward: true, airlines: ["AA", "BA"] },
])("finds every offer of a search alone at the same price: %j", async (changes) => {
  const supply = {
    suppliers: new SupplierRegistry([{ supplier: sandbox, slot: 0, partitions: ["test"] }]),
  };
  const input = { origin: "JFK", destination: "LHR", departureDate: "2027-02-10", ...changes };
  const request = normalizeRequest(input, facts, searchedAtMs);
  const run = { searchId, environment: "test" as const, searchedAtMs, soldSeats: [] };
  const { candidates } = await findFlights(supply, { ...run, request }, context);
  expect(candidates.length).toBeGreaterThan(20);
  for (const candidate of candidates) {
    const { cash, award } = candidate;
    const quoted = { ...candidate, cash: cash.slice(0, 1), award: cash.length > 0 ? [] : award.slice(0, 1) };
    const narrowed = { ...run, request: narrowRequest(request, quoted) };
    const current = await findCurrentOffer(supply, { quoted, run: narrowed }, context);
    const offersOf = (found: typeof current) =>
      [...(found?.cash ?? []), ...(found?.award ?? [])].map(({ offer }) => offer);
    expect(offersOf(current), candidate.id).toEqual(offersOf(quoted));
  }
});
