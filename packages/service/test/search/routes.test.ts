import { SupplierBusy } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { book } from "../booking-requests.ts";
import { goodSearch, metricsToken } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("both operations return the same flights, and one adds scores", async () => {
    const { app } = await startApp(kind);
    const body = { ...goodSearch, includeAward: true };
    const raw = await app.call("/v1/flights/search", { body });
    const scored = await app.call("/v1/search", { body });
    expect(raw.status).toBe(200);
    expect(scored.status).toBe(200);
    expect(raw.body).not.toHaveProperty("scoreOptions");
    expect(scored.body.scoreOptions).toMatchObject([{ rank: 1 }, { rank: 2 }]);
    const unnamed = (text: string) => text.replaceAll(/(srch|off)_[0-9a-z]{26}/g, "$1");
    expect(unnamed(JSON.stringify(scored.body.flights))).toBe(unnamed(JSON.stringify(raw.body.flights)));
  });

  test("a response has money as decimal strings, times with offsets, and each name once", async () => {
    const { app } = await startApp(kind);
    const { body } = await app.call("/v1/flights/search", {
      body: { ...goodSearch, origin: "jfk", includeAward: true },
    });
    expect(body).toMatchObject({
      environment: "test",
      request: {
        origin: { code: "JFK", kind: "airport" },
        returnDate: null,
        travelers: { adults: 1, children: 0, infants: 0 },
        sort: "price",
      },
      createdAt: "2026-11-21T07:33:00.000Z",
      expiresAt: "2026-11-21T07:48:00.000Z",
      simulated: true,
      supply: [{ source: "sandbox", status: "ok", offers: 2 }],
      dictionaries: { places: { JFK: { city: "New York" } }, airlines: { BA: "British Airways" } },
      flights: [
        {
          slices: [{ departureAt: "2027-01-20T18:30:00-05:00", arrivalAt: "2027-01-21T06:35:00+00:00", stops: 0 }],
          cash: [{ total: { amount: "412.60", currency: "USD" } }],
          award: [{ program: "avios", miles: 20_000, centsPerPoint: 1.46 }],
        },
      ],
    });
  });

  test("finds an offer only for its account and environment, until the version of its world is aborted", async () => {
    const { app } = await startApp(kind);
    const { body } = await app.call("/v1/flights/search", { body: { ...goodSearch, includeAward: true } });
    const [flight] = body.flights ?? [];
    const id = flight?.award[0]?.id ?? "";
    const again = await app.call(`/v1/offers/${id}`);
    expect(again.body).toMatchObject({
      status: "available",
      difference: null,
      offer: flight?.award[0],
      flight: { cash: [] },
    });
    const live = await app.makeKey({ environment: "live" });
    expect(await app.call(`/v1/offers/${id}`, { key: live })).toMatchObject({ status: 404 });
    app.clock.advance(15 * 60_000);
    expect((await app.call(`/v1/offers/${id}`)).body).toMatchObject({ status: "expired", offer: flight?.award[0] });
    for (const unknown of [`${id}99`, id.replace("off_0", "off_7"), "off_x", "srch_1"]) {
      expect(await app.call(`/v1/offers/${unknown}`), unknown).toMatchObject({ status: 404 });
    }
  });

  test("an offer priced with other data is expired", async () => {
    const supplier = supplierOf("sandbox", [makeFlight()]);
    const { app } = await startApp(kind, { suppliers: [supplier] });
    const { body } = await app.call("/v1/flights/search", { body: goodSearch });
    const id = body.flights?.[0]?.cash[0]?.id ?? "";
    Object.assign(supplier, { version: "world-2" });
    const again = await app.call(`/v1/offers/${id}`);
    expect(again.body).toMatchObject({ status: "expired", offer: null, flight: null, difference: null });
    expect(await book(app, id)).toMatchObject({ status: 409, code: "OFFER_EXPIRED" });
  });

  test("stores all concurrent searches", async () => {
    const { app } = await startApp(kind);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call("/v1/flights/search", { body: goodSearch })),
    );
    for (const { body } of answers) {
      const [flight] = body.flights ?? [];
      expect(await app.call(`/v1/offers/${flight?.cash[0]?.id}`)).toMatchObject({ status: 200 });
    }
  });
});

test("merges the same flight of two suppliers into one with the offers of both", async () => {
  const { app } = await startApp("pglite", {
    suppliers: [
      supplierOf("sandbox", [makeFlight({ cash: [makeCash(50_000)], award: [] })]),
      supplierOf("other", [makeFlight({ cash: [makeCash(40_000, "Flex")], award: [] })]),
    ],
  });
  const { body } = await app.call("/v1/flights/search", { body: goodSearch });
  expect(body.flights).toMatchObject([
    {
      cash: [
        { source: "other", total: { amount: "400.00" } },
        { source: "sandbox", total: { amount: "500.00" } },
      ],
    },
  ]);
});

test("an offer keeps its id if another supplier timed out in the first search", async () => {
  let late = true;
  const flight = makeFlight({ award: [] });
  const { app } = await startApp("pglite", {
    suppliers: [
      supplierWith("slow", async () => {
        if (late) throw new Error("late");
        return { flights: [makeFlight({ number: "1" })] };
      }),
      supplierOf("sandbox", [flight]),
    ],
  });
  const { body } = await app.call("/v1/flights/search", { body: goodSearch });
  expect(body.supply).toMatchObject([
    { source: "slow", status: "error" },
    { source: "sandbox", status: "ok" },
  ]);
  late = false;
  const [found] = body.flights ?? [];
  const again = await app.call(`/v1/offers/${found?.cash[0]?.id}`);
  expect(again.body).toMatchObject({ status: "available", flight: { id: found?.id } });
});

test("returns 503 if all suppliers fail, 503 with Retry-After if all are busy, 504 if all time out, and 200 without matches", async () => {
  const broken = supplierWith("broken", () => Promise.reject(new Error("secret detail")));
  const late = supplierWith("late", () => new Promise(() => {}));
  const empty = supplierOf("empty", []);
  const { app: dead } = await startApp("postgresql", { suppliers: [broken, late], searchDeadlineMs: 50 });
  const answer = await dead.call("/v1/search", { body: goodSearch });
  expect(answer).toMatchObject({ status: 503, body: { code: "SUPPLY_UNAVAILABLE" } });
  expect(answer.text).not.toContain("secret detail");
  const { app: slow } = await startApp("postgresql", { suppliers: [late], searchDeadlineMs: 50 });
  expect(await slow.call("/v1/search", { body: goodSearch })).toMatchObject({
    status: 504,
    body: { code: "SUPPLY_UNAVAILABLE", status: 504 },
  });
  const busy = supplierWith("busy", () => Promise.reject(new SupplierBusy("full")));
  const { app: busiest } = await startApp("postgresql", { suppliers: [busy] });
  const overloaded = await busiest.call("/v1/search", { body: goodSearch });
  expect(overloaded).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
  expect(overloaded.headers.get("retry-after")).toMatch(/^[1-9]/);
  const { app: some } = await startApp("postgresql", { suppliers: [broken, empty] });
  expect(await some.call("/v1/search", { body: goodSearch })).toMatchObject({
    status: 200,
    body: { flights: [], scoreOptions: [], simulated: false },
  });
});

test("a limit keeps the cheapest, fastest, cheapest nonstop and best award flights", async () => {
  const flights = [
    makeFlight({ number: "1", stops: 1, durationMinutes: 700, cash: [makeCash(20_000)], award: [] }),
    ...Array.from({ length: 20 }, (_, at) =>
      makeFlight({ number: `${at + 10}`, stops: 1, durationMinutes: 690, cash: [makeCash(21_000 + at)], award: [] }),
    ),
    makeFlight({ number: "2", durationMinutes: 430, cash: [makeCash(60_000)], award: [] }),
    makeFlight({ number: "3", durationMinutes: 400, cash: [makeCash(90_000)], award: [] }),
    makeFlight({ number: "4", stops: 1, durationMinutes: 710, cash: [makeCash(95_000)], award: [makeAward(1000)] }),
  ];
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", flights)] });
  const { body } = await app.call("/v1/flights/search", { body: { ...goodSearch, includeAward: true, limit: 5 } });
  const numbers = body.flights?.map((flight) => flight.slices[0]?.segments[0]?.flightNumber);
  expect(numbers).toEqual(["1", "10", "2", "3", "4"]);
});

test("cabinMatch removes offers of both operations before the limit, in cash and in miles", async () => {
  const inCabins = (...cabins: ("economy" | "business")[]) => {
    const cash = makeCash(30_000);
    const [fare] = cash.segments;
    if (fare === undefined) throw new Error("the sample has no segment");
    const award = { ...makeAward(9000), segments: cabins.map((cabin) => ({ cabin, saver: true })) };
    return { cash: [{ ...cash, segments: cabins.map((cabin) => ({ ...fare, cabin })) }], award: [award] };
  };
  const flights = [
    makeFlight({ number: "1", stops: 1, ...inCabins("business", "economy") }),
    makeFlight({ number: "2", stops: 1, ...inCabins("economy", "business") }),
    makeFlight({ number: "3", ...inCabins("business") }),
  ];
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", flights)] });
  for (const path of ["/v1/flights/search", "/v1/search"]) {
    const numbers = async (changes: object) => {
      const body = { ...goodSearch, cabin: "business", includeAward: true, ...changes };
      const found = (await app.call(path, { body })).body.flights ?? [];
      for (const { cash, award } of found) expect([cash.length, award.length]).toEqual([1, 1]);
      return found
        .map((flight) => flight.slices[0]?.segments[0]?.flightNumber ?? "")
        .toSorted((a, b) => (a < b ? -1 : 1));
    };
    expect(await numbers({ limit: 2 })).toEqual(["2", "3"]);
    expect(await numbers({ cabinMatch: "strict" })).toEqual(["3"]);
    expect(await numbers({ cabinMatch: "any" })).toEqual(["1", "2", "3"]);
  }
  expect((await app.call("/v1/search", { body: { ...goodSearch, cabinMatch: "majority" } })).status).toBe(400);
});

test("a flight has two fares and three awards unless all are requested", async () => {
  const cash = [makeCash(50_000, "Flex"), makeCash(40_000), makeCash(41_000), makeCash(60_000, "Full")];
  const award = [9, 5, 7, 6].map((thousands) => makeAward(thousands * 1000));
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [makeFlight({ cash, award })])] });
  const body = { ...goodSearch, includeAward: true };
  const capped = await app.call("/v1/flights/search", { body });
  expect(capped.body.flights).toMatchObject([
    {
      cash: [{ fareBrand: "Basic" }, { fareBrand: "Flex" }],
      award: [{ miles: 5000 }, { miles: 6000 }, { miles: 7000 }],
    },
  ]);
  const all = await app.call("/v1/flights/search", { body: { ...body, allOffers: true } });
  expect(all.body.flights).toMatchObject([{ cash: [{}, {}, {}, {}], award: [{}, {}, {}, {}] }]);
  const awardOnly = await app.call("/v1/search", { body: { ...body, includeCash: false } });
  expect(awardOnly.body).toMatchObject({ request: { sort: "miles" }, flights: [{ cash: [] }] });
});

test("dictionaries contain names and locations of the flights' airports", async () => {
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [makeFlight()])] });
  const { body } = await app.call("/v1/flights/search", { body: goodSearch });
  expect(body.dictionaries?.places).toEqual({
    JFK: { name: "John F. Kennedy", city: "New York", country: "US", latitude: 40.64, longitude: -73.78 },
    LHR: { name: "Heathrow", city: "London", country: "GB", latitude: 51.47, longitude: -0.45 },
  });
});

test("shares have four decimals, and a dominated offer at most two reasons", async () => {
  const flight = makeFlight({ cash: [makeCash(40_000), makeCash(70_123, "Flex")], award: [] });
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [flight])] });
  const { body } = await app.call("/v1/search", { body: goodSearch });
  const [best, dominated] = body.scoreOptions ?? [];
  expect(dominated?.dominatedBy).toBe(best?.offerId);
  expect(dominated?.reasons).toHaveLength(2);
  for (const option of body.scoreOptions ?? []) expect(String(option.probability)).toMatch(/^[01](\.[0-9]{1,4})?$/);
});

test("a client disconnect is neither a service error nor a supplier failure", async () => {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const slow = supplierWith("slow", (_query, { signal }) => {
    signal.addEventListener("abort", () => ended.resolve());
    started.resolve();
    return new Promise(() => {});
  });
  const { app } = await startApp("pglite", { suppliers: [slow], searchDeadlineMs: 60_000 });
  const caller = new AbortController();
  const aborted = fetch(`${app.url}/v1/search`, {
    method: "POST",
    signal: caller.signal,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    body: JSON.stringify(goodSearch),
  });
  await started.promise;
  caller.abort();
  await expect(aborted).rejects.toThrow("aborted");
  await ended.promise;
  await eventually(() => expect(app.logLines.join("")).toContain('"status":null'));
  expect((await app.call("/metrics", { key: metricsToken })).text).toContain('route="/v1/search",status="aborted"} 1');
  expect(app.logLines.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
});

test("finds places by code and name", async () => {
  const { app } = await startApp("pglite");
  const { body } = await app.call("/v1/places?q=heath&limit=3");
  expect(body).toMatchObject({ data: [{ id: "airport:LHR", code: "LHR", kind: "airport" }], nextCursor: null });
});
