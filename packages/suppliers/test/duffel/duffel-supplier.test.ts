import { createDuffelSupplier, itineraryKey } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessOf, describeConformance } from "../conformance.ts";
import { adapterOptions, makeEgress, searchedAtMs, searchWith, toConformant } from "../doubles/adapter.ts";
import { type DuffelDouble, startDuffelDouble } from "../doubles/duffel-double.ts";
import { makeManyOffers } from "../doubles/duffel-pages.ts";
import { queryFor } from "../query.ts";
import { readOffers, readRecorded } from "../recorded.ts";

const secret = "duffel_live_9f8e7d6c5b4a";
const query = queryFor({ includeAward: false, returnDate: "2024-10-08" });
const offers = () => readOffers("duffel/offer-request-test-mode.json");

async function open(recorded = offers()) {
  const egress = makeEgress();
  const duffel = await startDuffelDouble(recorded);
  const supplier = createDuffelSupplier(adapterOptions(egress, duffel.double));
  return { egress, duffel, supplier, double: duffel.double };
}

describe("the Duffel supplier", () => {
  describeConformance(
    async () =>
      toConformant(await open(), {
        secret,
        query,
        good: ({ members = {}, paddingBytes = 0, leavesOutOptional = false } = {}) => {
          const text = JSON.stringify({ data: { id: "orq_1", offers: offers(), ...members }, ...members });
          const body = leavesOutOptional ? text.replaceAll(/"(?:origin|destination)_terminal":"[^"]*",/g, "") : text;
          return body + " ".repeat(paddingBytes);
        },
      }),
    ({ needs }) => needs !== "version",
  );
});

describe("a search of Duffel", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let duffel: DuffelDouble;
  beforeEach(async () => {
    opened = await open();
    ({ duffel } = opened);
  });
  afterEach(async () => {
    expect(duffel.double.faults).toEqual([]);
    await duffel.double.close();
    await opened.egress.close();
  });

  const search = (changes = {}, context = {}) =>
    searchWith(opened.supplier, queryFor({ ...query, ...changes }), { secret, ...context });

  const sentQueries = () => duffel.double.requests.map((request) => request.query);
  const sentBody = () => duffel.double.requests.findLast(({ method }) => method === "POST")?.body;

  test("asks airlines for less time than it has itself, in the range that Duffel accepts", async () => {
    const timeoutsOf = async (isStreamed: boolean) => {
      duffel.double.requests.length = 0;
      for (const deadlineMs of [1000, 10_000, 90_000]) await search({}, { deadlineMs, isStreamed });
      return sentQueries().flatMap((sent) => sent.get("supplier_timeout") ?? []);
    };
    expect(await timeoutsOf(false)).toEqual(["2000", "8000", "20000"]);
    expect(await timeoutsOf(true)).toEqual(["2000", "9300", "20000"]);
  });

  test("sends travelers, cabin, stops and windows", async () => {
    await search({
      travelers: { adults: 2, youths: 0, children: 1, infantsInSeat: 0, infants: 1 },
      cabin: "business",
      maxStops: 1,
      departureTime: { fromMinute: 360, toMinute: 720 },
      arrivalTime: { fromMinute: 1380, toMinute: 60 },
    });
    expect(sentBody()).toMatchObject({
      data: {
        slices: [
          { origin: "LON", destination: "NYC", departure_time: { from: "06:00", to: "12:00" } },
          { origin: "NYC", destination: "LON" },
        ],
        passengers: [{ type: "adult" }, { type: "adult" }, { age: 8 }, { age: 1 }],
        cabin_class: "business",
        max_connections: 1,
      },
    });
  });

  test("sends every slice of a multi-city trip", async () => {
    const place = (code: string) => ({ code, kind: "city" });
    const slices = [
      { origin: place("LON"), destination: place("NYC"), departureDate: "2027-01-20" },
      { origin: place("CHI"), destination: place("PAR"), departureDate: "2027-01-27" },
      { origin: place("PAR"), destination: place("LON"), departureDate: "2027-01-29" },
    ];
    await search({ slices, returnDate: null });
    expect(sentBody()).toMatchObject({
      data: {
        slices: [
          { origin: "LON", destination: "NYC", departure_date: "2027-01-20" },
          { origin: "CHI", destination: "PAR", departure_date: "2027-01-27" },
          { origin: "PAR", destination: "LON", departure_date: "2027-01-29" },
        ],
      },
    });
  });

  test("polls the batches of a streamed search with one permit", async () => {
    const { flights, batches } = await search({}, { isStreamed: true, maxCalls: 1 });
    expect([flights.length, batches]).toEqual([3, 3]);
    expect(duffel.double.requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET"]);
  });

  test("has no flights where Duffel says so", async () => {
    const route = { origin: { code: "PVD", kind: "airport" }, destination: { code: "RAI", kind: "airport" } };
    expect((await search(route)).flights).toEqual([]);
  });

  test.each([
    ["a live token for test keys", secret, "test"],
    ["a test token for live keys", "duffel_test_1", "live"],
    ["what is not a token", "secret", "live"],
  ] as const)("does not send %s", async (_, token, partition) => {
    await expect(search({}, { secret: token, partition })).rejects.toMatchObject({ kind: "credential" });
    expect(duffel.double.requests).toEqual([]);
  });

  test("reads the code of an error, and survives the page of a proxy", async () => {
    const answer = (status: number, file: string, contentType: string) => {
      duffel.double.misbehavior = { kind: "answer", answer: { status, contentType, body: readRecorded(file) } };
    };
    answer(400, "duffel/bad-request.json", "application/json");
    await expect(search()).rejects.toMatchObject({ kind: "status", status: 400, code: "airline_unknown" });
    answer(502, "duffel/bad-gateway.html", "text/html");
    await expect(search()).rejects.toMatchObject({ kind: "status", status: 502, code: null });
  });

  test("reads an answer of three megabytes", async () => {
    const body = `{"data":${readRecorded("duffel/offer-request-live-aa.json.gz")}}`;
    expect(body.length).toBeGreaterThan(3_000_000);
    // As a proxy or mock may do, it returns all offers at once.
    duffel.double.misbehavior = { kind: "answer", answer: { body } };
    const { flights } = await search({ returnDate: null });
    expect(new Set(flights.map(itineraryKey)).size).toBe(39);
    expect(flights.flatMap(({ cash }) => cash)).toHaveLength(220);
  });

  test("reads offers in pages of 200 from both ends of the price order", async () => {
    duffel.offers = makeManyOffers(450);
    const { flights, coverage } = await search({}, { maxCalls: 1 });
    const ids = flights.flatMap(({ cash }) => cash.map(({ reference = "" }) => reference));
    expect(ids.toSorted()).toEqual(duffel.offers.map(({ id }) => String(id)).toSorted());
    expect(coverage).toBe(1);
    const pages = duffel.double.requests.filter(({ path }) => path === "/air/offers");
    expect(pages.map(({ query: sent }) => sent.get("sort")).slice(0, 3)).toEqual(
      expect.arrayContaining(["total_amount", "-total_amount"]),
    );
  });

  async function reprice() {
    const { flights } = await search();
    const [flight] = flights;
    const kept = flight && { ...flight, cash: flight.cash.slice(0, 1) };
    return {
      id: String(kept?.cash[0]?.reference),
      now: () =>
        opened.supplier.reprice(
          {
            searchId: "srch_01kahz2j7p3v8c5m9n4q6r7s8t",
            query,
            searchedAtMs,
            position: 0,
            version: null,
            sales: { version: 0, seats: [] },
            ...(kept && { kept }),
          },
          {
            sales: { version: 0, seats: [] },
            deadlineMs: 10_000,
            admit: (work) => work(new AbortController().signal),
            access: accessOf({ secret }, 10),
          },
        ),
    };
  }

  test("prices an offer again: available, changed with the current offer, or no longer kept", async () => {
    const offer = await reprice();
    expect((await offer.now()).status).toBe("available");
    const original = duffel.offers;
    duffel.offers = original.map((each) => (each.id === offer.id ? { ...each, total_amount: "999.00" } : each));
    const changed = await offer.now();
    expect(changed).toMatchObject({ status: "changed", current: { cash: [{ total: 99_900 }] } });
    duffel.expired.add(offer.id);
    expect((await offer.now()).status).toBe("expired");
  });
});
