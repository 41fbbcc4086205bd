import { getEventListeners } from "node:events";
import {
  type Capabilities,
  type FlightBatch,
  type Registration,
  type SearchContext,
  type SuppliedFlight,
  type Supplier,
  type SupplierAccess,
  SupplierBusy,
  type SupplyUpdate,
  searchSuppliers,
} from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryFor } from "../query.ts";
import { makeSegment } from "../segment.ts";

const query = queryFor();
const searchedAtMs = Date.parse("2027-01-01T00:00:00Z");
const deadlineMs = 2500;

/** Milliseconds of the test's virtual clock: tests do not wait for them. */
const virtually = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
  vi.useFakeTimers();
});

afterEach(async () => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  // Rejections count as unhandled after the microtasks have run.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

/** Members of the reports of suppliers that answered with flights, and of those that did not answer. */
const answered = { status: "ok", reason: null, observedAtMs: searchedAtMs, coverage: 1, dropped: {} };
const failed = { status: "error", reason: null, observedAtMs: null, coverage: null, dropped: {} };

function flightWith(offers: number): SuppliedFlight {
  const cash = Array.from({ length: offers }, () => ({
    total: 100,
    base: 100,
    taxes: [],
    surcharges: [],
    perTraveler: [],
    fareBrand: "Basic",
    cabin: "economy" as const,
    segments: [],
    seatsRemaining: 9,
    refundable: false,
    changeable: false,
    validatingCarrier: "BA",
  }));
  const slices = [{ origin: "LHR", destination: "JFK", segments: [makeSegment()], layovers: [] }];
  return { slices, cash, award: [], emissions: { kgCO2ePerTraveler: 1, typicalKg: 1, method: "test" } };
}

type Answer = (...args: Parameters<Supplier["search"]>) => Promise<FlightBatch>;

const capabilities: Capabilities = {
  cash: true,
  award: true,
  roundTrips: true,
  cities: true,
  cabins: ["economy"],
  calendar: false,
};

function supplierOf(name: string, answer: Answer): Supplier {
  return withSearch(name, async function* (...args) {
    yield await answer(...args);
  });
}

function withSearch(name: string, search: Supplier["search"]): Supplier {
  return {
    name,
    simulated: false,
    capabilities,
    callCostUsdCents: 0,
    mayStoreResults: false,
    version: null,
    credentials: [],
    testMode: false,
    search,
    reprice: async () => ({ status: "unknown" }),
  };
}

const accessTo = (secret: string, partition: "test" | "live"): SupplierAccess => ({
  credential: { id: "cred_1", secret, partition },
  budget: { acquire: async () => ({ settle: () => {} }) },
});

const register = (suppliers: readonly Supplier[]): Registration[] =>
  suppliers.map((supplier, slot) => ({ supplier, slot, partitions: ["live"] }));

const answering = (name: string, offers: number, afterMs = 0) =>
  supplierOf(name, async () => {
    if (afterMs > 0) await virtually(afterMs);
    return { flights: [flightWith(offers)] };
  });

const silent = (name: string) => supplierOf(name, () => new Promise(() => {}));

const ask = (suppliers: Supplier[], signal = new AbortController().signal) =>
  searchSuppliers(register(suppliers), query, { searchedAtMs, deadlineMs, signal });

describe("the fan-out", () => {
  it("returns the results of every supplier in the order of the suppliers, not of their completion", async () => {
    const pendingSearch = ask([answering("slow", 2, 800), answering("fast", 1), answering("middling", 3, 300)]);
    await vi.advanceTimersByTimeAsync(800);
    const { results: answers, supply } = await pendingSearch;
    expect(answers.map(({ source, slot, simulated }) => [source, slot, simulated])).toEqual([
      ["slow", 0, false],
      ["fast", 1, false],
      ["middling", 2, false],
    ]);
    expect(supply).toEqual([
      { ...answered, source: "slow", received: 2, offers: 2, tookMs: 800 },
      { ...answered, source: "fast", received: 1, offers: 1, tookMs: 0 },
      { ...answered, source: "middling", received: 3, offers: 3, tookMs: 300 },
    ]);
  });

  it("leaves out offers of real suppliers that have expired on arrival, and flights without any others", async () => {
    const [offer] = flightWith(1).cash;
    if (offer === undefined) throw new Error("no offer");
    const flightUntil = (...ends: number[]) => {
      return { ...flightWith(0), cash: ends.map((expiresAtMs) => ({ ...offer, expiresAtMs })) };
    };
    const flights = [flightUntil(searchedAtMs, searchedAtMs + 1), flightUntil(searchedAtMs - 1)];
    const { results, supply } = await ask([supplierOf("late", async () => ({ flights }))]);
    expect(results[0]?.flights).toEqual([flightUntil(searchedAtMs + 1)]);
    expect(supply).toMatchObject([{ status: "ok", offers: 1 }]);
  });

  it("ends at the deadline during the batches of an answer that was received at once", async () => {
    const large = withSearch("large", async function* () {
      for (let batch = 0; batch < 20_000; batch++) yield { flights: [flightWith(1)] };
    });
    const pendingSearch = ask([large]);
    await vi.advanceTimersByTimeAsync(deadlineMs);
    const { supply } = await pendingSearch;
    expect(supply).toMatchObject([{ status: "timeout" }]);
    expect(supply[0]?.offers).toBeLessThan(20_000);
  });

  it("calls all suppliers at once with the query and the time of the search", async () => {
    const pendingSearch: [string, number][] = [];
    const noting = (name: string) =>
      supplierOf(name, async (given, context) => {
        expect(given).toBe(query);
        pendingSearch.push([name, context.searchedAtMs]);
        await virtually(100);
        return { flights: [] };
      });
    const answer = ask([noting("a"), noting("b")]);
    expect(pendingSearch).toEqual([
      ["a", searchedAtMs],
      ["b", searchedAtMs],
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect((await answer).supply.map(({ offers }) => offers)).toEqual([0, 0]);
  });

  it("reports a supplier that is too busy to start as skipped", async () => {
    const busy = supplierOf("busy", () => Promise.reject(new SupplierBusy("full")));
    const { results: answers, supply } = await ask([busy, answering("idle", 1)]);
    expect(answers.map(({ source }) => source)).toEqual(["idle"]);
    expect(supply[0]).toMatchObject({ source: "busy", status: "skipped", reason: "busy", offers: 0, coverage: null });
  });

  it("reports a supplier that never settles as timed out at the deadline and keeps the others' results", async () => {
    const pendingSearch = ask([silent("mute"), answering("fast", 2)]);
    await vi.advanceTimersByTimeAsync(deadlineMs - 1);
    let settled = false;
    const watched = pendingSearch.then((answer) => {
      settled = true;
      return answer;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { results: answers, supply } = await watched;
    expect(answers.map(({ source }) => source)).toEqual(["fast"]);
    expect(supply[0]).toMatchObject({ source: "mute", status: "timeout", offers: 0, tookMs: deadlineMs });
    expect(supply[1]).toEqual({ ...answered, source: "fast", received: 2, offers: 2, tookMs: 0 });
  });

  it("does not wait for a late supplier after the deadline and ignores its later failure", async () => {
    const late = supplierOf("late", async () => {
      await virtually(deadlineMs + 500);
      throw new Error("too late to matter");
    });
    const pendingSearch = ask([late]);
    await vi.advanceTimersByTimeAsync(deadlineMs);
    expect((await pendingSearch).supply).toMatchObject([{ status: "timeout", tookMs: deadlineMs }]);
    await vi.advanceTimersByTimeAsync(500);
  });

  it("reports a supplier that rejects or throws with its failure", async () => {
    const refused = new Error("refused");
    const broken = new TypeError("broken");
    const rejecting = supplierOf("rejecting", () => Promise.reject(refused));
    const throwing = withSearch("throwing", () => {
      throw broken;
    });
    const { results: answers, supply } = await ask([rejecting, answering("fine", 1), throwing]);
    expect(answers.map(({ source }) => source)).toEqual(["fine"]);
    expect(supply).toEqual([
      { ...failed, source: "rejecting", received: 0, offers: 0, tookMs: 0, failure: refused },
      { ...answered, source: "fine", received: 1, offers: 1, tookMs: 0 },
      { ...failed, source: "throwing", received: 0, offers: 0, tookMs: 0, failure: broken },
    ]);
  });

  it("ends at once with the signal's reason, not a timeout, when the client disconnects", async () => {
    const caller = new AbortController();
    const gone = new Error("the client closed the connection");
    const pendingSearch = ask([silent("mute"), answering("fast", 1)], caller.signal);
    await vi.advanceTimersByTimeAsync(40);
    caller.abort(gone);
    expect((await pendingSearch).supply).toEqual([
      { ...failed, source: "mute", received: 0, offers: 0, tookMs: 40, failure: gone },
      { ...answered, source: "fast", received: 1, offers: 1, tookMs: 0 },
    ]);
  });

  it("reports every supplier as failed if the client disconnected before the search", async () => {
    const { results: answers, supply } = await ask([silent("mute")], AbortSignal.abort(new Error("gone")));
    expect(answers).toEqual([]);
    expect(supply).toMatchObject([{ source: "mute", status: "error" }]);
  });

  it("aborts the suppliers' signal at the deadline and on disconnect, but not on success", async () => {
    const contexts: SearchContext[] = [];
    const watching = supplierOf("watching", (_, context) => {
      contexts.push(context);
      return new Promise(() => {});
    });
    const late = ask([watching]);
    await vi.advanceTimersByTimeAsync(deadlineMs);
    await late;
    const caller = new AbortController();
    const left = ask([watching], caller.signal);
    caller.abort();
    await left;
    const content = supplierOf("content", async (_, context) => {
      contexts.push(context);
      return { flights: [] };
    });
    await ask([content]);
    expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  });

  it("keeps the batches of a supplier that fails or is late afterwards, and reports it", async () => {
    const broken = new Error("broken");
    const breaking = withSearch("breaking", async function* () {
      yield { flights: [flightWith(1)] };
      throw broken;
    });
    const stopping = withSearch("stopping", async function* () {
      yield { flights: [flightWith(2)] };
      yield { flights: [flightWith(1)] };
      await new Promise(() => {});
    });
    const pendingSearch = ask([breaking, stopping]);
    await vi.advanceTimersByTimeAsync(deadlineMs);
    const { results: answers, supply } = await pendingSearch;
    expect(answers.map(({ source, flights }) => [source, flights.length])).toEqual([
      ["breaking", 1],
      ["stopping", 2],
    ]);
    expect(supply).toMatchObject([
      { source: "breaking", status: "error", offers: 1, failure: broken },
      { source: "stopping", status: "timeout", offers: 3 },
    ]);
  });

  it("does not call a supplier that does not support the query", async () => {
    const pendingSearch: string[] = [];
    const limited = (name: string, limits: Partial<Capabilities>): Supplier => ({
      ...supplierOf(name, async () => {
        pendingSearch.push(name);
        return { flights: [] };
      }),
      capabilities: { ...capabilities, ...limits },
    });
    const suppliers = [
      limited("awards only", { cash: false }),
      limited("one way only", { roundTrips: false }),
      limited("business only", { cabins: ["business"] }),
      limited("able", {}),
    ];
    const cashTrip = queryFor({ includeAward: false, returnDate: "2027-01-27" });
    const context = { searchedAtMs, deadlineMs, signal: new AbortController().signal };
    const { supply } = await searchSuppliers(register(suppliers), cashTrip, context);
    expect(pendingSearch).toEqual(["able"]);
    expect(supply.map(({ status, reason }) => [status, reason])).toEqual([
      ["skipped", "unsupported"],
      ["skipped", "unsupported"],
      ["skipped", "unsupported"],
      ["ok", null],
    ]);
  });

  it("calls only suppliers that support multi-city trips, lists of places or flexible days", async () => {
    const asked: string[] = [];
    const suppliers = ["plain", "multiCity", "flexible"].map(
      (name): Supplier => ({
        ...supplierOf(name, async () => {
          asked.push(name);
          return { flights: [] };
        }),
        capabilities: { ...capabilities, [name]: true },
      }),
    );
    const context = { searchedAtMs, deadlineMs, signal: new AbortController().signal };
    const { origin, destination, departureDate } = queryFor();
    const slice = { origin, destination, departureDate };
    for (const changes of [{ slices: [slice, slice] }, { moreOrigins: [destination] }, { flexibleDays: 1 }, {}]) {
      await searchSuppliers(register(suppliers), queryFor(changes), context);
      asked.push("/");
    }
    expect(asked.join(" ")).toBe("multiCity / flexible / flexible / plain multiCity flexible /");
  });

  it("calls only suppliers that sell every type of traveler", async () => {
    const asked: string[] = [];
    const selling = (name: string, limits: Partial<Capabilities>): Supplier => ({
      ...supplierOf(name, async () => {
        asked.push(name);
        return { flights: [] };
      }),
      capabilities: { ...capabilities, ...limits },
    });
    const suppliers = [
      selling("all", {}),
      selling("no seats for infants", { travelers: ["adult", "youth", "child", "infant"] }),
      selling("no laps", { travelers: ["adult", "youth", "child", "infant_in_seat"] }),
    ];
    const context = { searchedAtMs, deadlineMs, signal: new AbortController().signal };
    const search = async (changes: object) => {
      asked.length = 0;
      const travelers = { ...queryFor().travelers, ...changes };
      const { supply } = await searchSuppliers(register(suppliers), queryFor({ travelers }), context);
      return [asked.join(), supply.filter(({ reason }) => reason === "unsupported").map(({ source }) => source)];
    };
    expect(await search({ infantsInSeat: 1 })).toEqual(["all,no laps", ["no seats for infants"]]);
    expect(await search({ infants: 1 })).toEqual(["all,no seats for infants", ["no laps"]]);
    expect(await search({ youths: 1, children: 1 })).toEqual(["all,no seats for infants,no laps", []]);
  });

  it("leaves out a supplier without its credential, and passes each supplier only its own", async () => {
    const seen: unknown[] = [];
    const keyed = (name: string): Supplier => ({
      ...supplierOf(name, async (_, { access }) => {
        seen.push([name, access?.credential.secret]);
        return { flights: [] };
      }),
      credentials: ["account"],
    });
    const { supply } = await searchSuppliers(register([keyed("a"), keyed("b"), keyed("c")]), query, {
      searchedAtMs,
      deadlineMs,
      signal: new AbortController().signal,
      access: new Map([
        ["a", accessTo("secret of a", "live")],
        ["b", accessTo("secret of b", "live")],
      ]),
    });
    expect(supply.map(({ source }) => source)).toEqual(["a", "b"]);
    expect(seen).toEqual([
      ["a", "secret of a"],
      ["b", "secret of b"],
    ]);
  });

  it.each(["test", "live"] as const)("uses a %s credential only for keys of its partition", async (owner) => {
    const calls: string[] = [];
    const supplier: Supplier = {
      ...supplierOf("a", async () => {
        calls.push("called");
        return { flights: [flightWith(1)] };
      }),
      credentials: ["account"],
      testMode: true,
    };
    const context = { searchedAtMs, deadlineMs, signal: new AbortController().signal };
    const access = new Map([["a", accessTo("secret", owner)]]);
    const other = owner === "test" ? "live" : "test";
    const refused = await searchSuppliers(register([supplier]), query, { ...context, access, partition: other });
    expect([refused.supply[0]?.status, calls]).toEqual(["error", []]);
    const { results } = await searchSuppliers(register([supplier]), query, { ...context, access, partition: owner });
    expect(results).toMatchObject([owner === "test" ? { simulated: true, testMode: true } : { simulated: false }]);
  });

  it("leaves out flights of a real supplier that do not pass the filters, and keeps coverage and age of its data", async () => {
    const late = { ...flightWith(1), slices: [] };
    const partial = supplierOf("partial", async () => ({
      flights: [flightWith(1), late],
      coverage: 0.5,
      observedAtMs: searchedAtMs - 1000,
    }));
    const { supply } = await ask([partial]);
    expect(supply).toMatchObject([{ offers: 1, coverage: 0.5, observedAtMs: searchedAtMs - 1000 }]);
  });

  it("shows a supplier the flights of its peers, and when they have settled", async () => {
    const seen: number[] = [];
    const waiting = withSearch("waiting", async function* (_, { peers }) {
      seen.push(peers?.listFlights().length ?? -1);
      await peers?.settled;
      seen.push(peers?.listFlights().length ?? -1);
      yield { flights: [flightWith(1)] };
    });
    const pendingSearch = ask([{ ...waiting, waitsForPeers: true }, answering("slow", 1, 100)]);
    await vi.advanceTimersByTimeAsync(100);
    expect((await pendingSearch).supply.map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(seen).toEqual([0, 1]);
  });

  it("returns immediately without suppliers", async () => {
    expect(await ask([])).toEqual({ results: [], supply: [] });
  });

  it("leaves no listener or timer when the client disconnects after the response", async () => {
    const caller = new AbortController();
    await ask([answering("fast", 1)], caller.signal);
    expect(vi.getTimerCount()).toBe(0);
    caller.abort(new Error("gone after the answer"));
    await vi.advanceTimersByTimeAsync(deadlineMs * 2);
  });
});

describe("the progress of a fan-out", () => {
  const follow = async (suppliers: Supplier[], advanceMs: number) => {
    const updates: { flights: [string, number][]; report: SupplyUpdate["report"] }[] = [];
    const context = { searchedAtMs, deadlineMs, signal: new AbortController().signal };
    const searched = searchSuppliers(register(suppliers), query, context, ({ results, report }) =>
      updates.push({ flights: results.map(({ source, flights }) => [source, flights.length]), report }),
    );
    await vi.advanceTimersByTimeAsync(advanceMs);
    return { updates, fanOut: await searched };
  };

  it("is reported with every batch and every answer, with results in the order of the suppliers", async () => {
    const slow = withSearch("slow", async function* () {
      await virtually(100);
      yield { flights: [flightWith(1), flightWith(1)] };
      await virtually(100);
      yield { flights: [flightWith(1)] };
    });
    const { updates, fanOut } = await follow([slow, answering("fast", 2, 50)], 200);
    expect(updates).toMatchObject([
      { flights: [["fast", 1]], report: undefined },
      { flights: [["fast", 1]], report: { source: "fast", status: "ok", offers: 2 } },
      {
        flights: [
          ["slow", 2],
          ["fast", 1],
        ],
        report: undefined,
      },
      {
        flights: [
          ["slow", 3],
          ["fast", 1],
        ],
        report: undefined,
      },
      { report: { source: "slow", status: "ok", offers: 3 } },
    ]);
    expect(updates.flatMap(({ report }) => report ?? []).toReversed()).toEqual(fanOut.supply);
  });

  it("is not reported for an empty batch, whose supplier may still fail", async () => {
    const failing = withSearch("failing", async function* () {
      yield { flights: [] };
      throw new Error("broken");
    });
    const { updates } = await follow([failing], 0);
    expect(updates).toMatchObject([{ flights: [], report: { source: "failing", status: "error" } }]);
  });

  it("is reported without results for suppliers that fail or time out", async () => {
    const broken = new Error("broken");
    const failing = supplierOf("failing", () => Promise.reject(broken));
    const { updates } = await follow([failing, silent("mute")], deadlineMs);
    expect(updates).toMatchObject([
      { flights: [], report: { source: "failing", status: "error", failure: broken } },
      { flights: [], report: { source: "mute", status: "timeout" } },
    ]);
  });
});

describe("a signal that outlives many searches", () => {
  const listenersOf = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

  it("keeps no listener of a search that has ended", async () => {
    const { signal } = new AbortController();
    const breaking = withSearch("breaking", async function* () {
      yield { flights: [flightWith(1)] };
      throw new Error("broken");
    });
    for (let search = 0; search < 50; search++) {
      const pendingSearch = ask([answering("fast", 1), breaking, silent("mute")], signal);
      expect(listenersOf(signal)).toBe(1);
      await vi.advanceTimersByTimeAsync(deadlineMs);
      await pendingSearch;
      expect(listenersOf(signal)).toBe(0);
    }
  });

  it("keeps no listener on the signal of a supplier per batch", async () => {
    const counts: number[] = [];
    const batching = withSearch("batching", async function* (_, { signal }) {
      for (let batch = 0; batch < 50; batch++) {
        counts.push(listenersOf(signal));
        yield { flights: [flightWith(1)] };
      }
    });
    await ask([batching]);
    expect(Math.max(...counts)).toBeLessThanOrEqual(1);
  });

  it("finds a listener that is left", () => {
    const { signal } = new AbortController();
    signal.addEventListener("abort", () => {});
    expect(listenersOf(signal)).toBe(1);
  });
});
