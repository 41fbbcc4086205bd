import type { CallOutcome, SupplierAccess } from "@wayfare/suppliers";
import { createDuffelSupplier } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CredentialGate } from "../../src/client/credential-gate.ts";
import { adapterOptions, makeEgress, searchedAtMs, searchWith } from "../doubles/adapter.ts";
import { type DuffelDouble, startDuffelDouble } from "../doubles/duffel-double.ts";
import { makeManyOffers } from "../doubles/duffel-pages.ts";
import { queryFor } from "../query.ts";

const secret = "duffel_live_9f8e7d6c5b4a";
const query = queryFor({ includeAward: false });

describe("a large answer of Duffel", () => {
  let egress: ReturnType<typeof makeEgress>;
  let duffel: DuffelDouble;
  beforeEach(async () => {
    egress = makeEgress();
    duffel = await startDuffelDouble([]);
  });
  afterEach(async () => {
    await duffel.double.close();
    await egress.close();
  });

  const open = (options = {}) => createDuffelSupplier({ ...adapterOptions(egress, duffel.double), ...options });
  const search = async (context = {}) => {
    const found = await searchWith(open(), query, { secret, maxCalls: 1, ...context });
    const ids = found.flights.flatMap(({ cash }) => cash.map(({ reference = "" }) => reference));
    return { ...found, ids };
  };
  const pageLimits = () =>
    duffel.double.requests
      .filter(({ path }) => path === "/air/offers")
      .map(({ query: sent }) => Number(sent.get("limit")));
  const allIds = () => duffel.offers.map(({ id }) => String(id)).toSorted();

  test.each([0, 1, 199, 200, 201, 1100, 1540])("of %i offers of 8 kB comes back completely", async (count) => {
    duffel.offers = makeManyOffers(count, 8000);
    const { ids, coverage, batches } = await search();
    expect(ids.toSorted()).toEqual(allIds());
    expect(coverage).toBe(1);
    expect(batches).toBeGreaterThanOrEqual(count / 200);
    expect(duffel.double.faults).toEqual([]);
    // Only around the place where the two lists meet are offers read twice.
    expect(pageLimits().length).toBeLessThanOrEqual(Math.ceil(count / 200) + 3);
  });

  test("is complete if all offers have one price, or prices in several currencies", async () => {
    duffel.offers = makeManyOffers(900).map((offer) => ({ ...offer, total_amount: "100.00" }));
    expect((await search()).ids.toSorted()).toEqual(allIds());
    duffel.offers = makeManyOffers(900).map((offer, at) => ({ ...offer, total_currency: at % 2 ? "USD" : "GBP" }));
    expect((await search()).ids.toSorted()).toEqual(allIds());
  });

  test("is complete if Duffel did not sort it", async () => {
    duffel.offers = makeManyOffers(900);
    duffel.ignoresSort = true;
    expect((await search()).ids.toSorted()).toEqual(allIds());
  });

  test("is read in smaller pages if a page exceeds the limit, without an outage", async () => {
    duffel.offers = makeManyOffers(400, 50_000);
    const { ids } = await search();
    expect(ids.toSorted()).toEqual(allIds());
    expect(pageLimits()).toEqual(expect.arrayContaining([200, 50]));
  });

  test("has each offer once if it is streamed in batches", async () => {
    duffel.offers = makeManyOffers(1540, 8000);
    duffel.batches = 12;
    const { ids, coverage } = await search({ isStreamed: true });
    expect(ids.toSorted()).toEqual(allIds());
    expect(coverage).toBe(1);
    expect(pageLimits()).toEqual([]);
  });

  test("is completed by pages if a batch exceeds the limit", async () => {
    duffel.offers = makeManyOffers(1540, 8000);
    duffel.batches = 1;
    const { ids } = await search({ isStreamed: true });
    expect(ids.toSorted()).toEqual(allIds());
    duffel.batches = 2;
    duffel.offers = [...makeManyOffers(1200, 12_000).slice(0, 1000), ...makeManyOffers(1300).slice(1000, 1200)];
    expect((await search({ isStreamed: true })).ids.toSorted()).toEqual(allIds());
  });

  test("keeps the offers so far if a page fails, and reads the other list to the end", async () => {
    duffel.offers = makeManyOffers(1500);
    let pages = 0;
    duffel.answerPage = (sent) =>
      sent.get("sort") === "total_amount" && ++pages === 3 ? { status: 502, body: "{}" } : undefined;
    // The list of the most expensive offers reaches the end.
    expect((await search()).ids.toSorted()).toEqual(allIds());

    duffel.answerPage = (sent) => (sent.has("after") ? { status: 502, body: "{}" } : undefined);
    const kept: string[] = [];
    const partial = async () => {
      const access = accessTo(new CredentialGate(), []);
      const context = { searchedAtMs, deadlineMs: 30_000, signal: new AbortController().signal, access };
      for await (const { flights, coverage } of open().search(query, context)) {
        expect(coverage).toBeNull();
        kept.push(...flights.flatMap(({ cash }) => cash.map(({ reference = "" }) => reference)));
      }
    };
    await expect(partial()).rejects.toMatchObject({ kind: "status", status: 502 });
    expect(new Set(kept).size).toBeGreaterThanOrEqual(200);
  });

  test("never opens the breaker, whatever its size and however late it is", async () => {
    const gate = new CredentialGate();
    const outcomes: CallOutcome[] = [];
    const access = accessTo(gate, outcomes);
    duffel.double.misbehavior = { kind: "answer", answer: { body: `{"data":{"x":"${"x".repeat(9_000_000)}"}}` } };
    const run = async () => {
      const context = { searchedAtMs, deadlineMs: 30_000, signal: new AbortController().signal, access };
      for await (const _ of open().search(query, context));
    };
    for (let searches = 0; searches < 6; searches++) await expect(run()).rejects.toMatchObject({ kind: "too_large" });
    expect(gate.state.openUntilMs).toBeNull();
    expect(outcomes.map(({ health }) => health)).toEqual(Array.from({ length: 6 }, () => "answered"));
  });

  test("has an unknown coverage if Duffel may have cut an airline", async () => {
    duffel.offers = makeManyOffers(3);
    const { coverage, ids } = await searchWithLateAirline();
    expect([ids, coverage]).toEqual([3, null]);
  });

  /** Duffel answers after the 2 seconds that it waits for airlines. */
  async function searchWithLateAirline() {
    duffel.double.misbehavior = { kind: "late", afterMs: 2050 };
    const late = open({ supplierTimeoutMs: 2000 }).search(query, {
      searchedAtMs,
      deadlineMs: 30_000,
      signal: new AbortController().signal,
      access: accessTo(new CredentialGate(), []),
    });
    let coverage: number | null | undefined;
    let ids = 0;
    for await (const batch of late) {
      duffel.double.misbehavior = null;
      coverage = batch.coverage;
      ids += batch.received ?? 0;
    }
    return { coverage, ids };
  }
});

/** Access whose calls pass a gate, as those of a service do. */
function accessTo(gate: CredentialGate, outcomes: CallOutcome[]): SupplierAccess {
  return {
    credential: { id: "cred_1", secret, partition: "live" },
    budget: {
      async acquire() {
        const pass = gate.enter(searchedAtMs);
        return {
          settle(outcome) {
            outcomes.push(outcome);
            gate.leave(pass, outcome, searchedAtMs);
          },
        };
      },
    },
  };
}
