import { createIgnavSupplier } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toBatch } from "../../src/ignav/itineraries.ts";
import { describeConformance } from "../conformance.ts";
import { adapterOptions, makeEgress, searchWith, toConformant } from "../doubles/adapter.ts";
import { type IgnavDouble, startIgnavDouble } from "../doubles/ignav-double.ts";
import { places } from "../places.ts";
import { queryFor } from "../query.ts";
import { readRecorded } from "../recorded.ts";
import { collectValues, listValues } from "../recorded-values.ts";

const secret = "ign_key_9f8e7d6c5b4a";
const query = queryFor({
  origin: { code: "LHR", kind: "airport" },
  destination: { code: "JFK", kind: "airport" },
  includeAward: false,
});
const itineraries = (): unknown[] => JSON.parse(readRecorded("ignav/one-way.json")).itineraries;

async function open() {
  const egress = makeEgress();
  const ignav = await startIgnavDouble(itineraries());
  return { egress, ignav, supplier: createIgnavSupplier(adapterOptions(egress, ignav.double)), double: ignav.double };
}

describe("the Ignav supplier", () => {
  describeConformance(
    async () =>
      toConformant(await open(), {
        secret,
        query,
        good: ({ members = {}, paddingBytes = 0 } = {}) =>
          JSON.stringify({ itineraries: itineraries().map((each) => Object.assign({}, each, members)), ...members }) +
          " ".repeat(paddingBytes),
      }),
    ({ needs }) => needs !== "version",
  );
});

describe("a search of Ignav", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let ignav: IgnavDouble;
  beforeEach(async () => {
    opened = await open();
    ({ ignav } = opened);
  });
  afterEach(async () => {
    expect(ignav.double.faults).toEqual([]);
    await ignav.double.close();
    await opened.egress.close();
  });

  const search = (changes = {}, context = {}) =>
    searchWith(opened.supplier, { ...query, ...changes }, { secret, ...context });

  test("leaves out self transfers and flights without a number, and invents nothing", () => {
    const { flights } = toBatch(itineraries(), { query, places });
    expect(flights.map(({ cash }) => cash[0]?.total)).toEqual([41_260, 33_800]);
    for (const flight of flights) {
      const recorded = itineraries().find((each) => JSON.stringify(each).includes(String(flight.cash[0]?.reference)));
      const stated = collectValues(recorded);
      for (const { path, text } of listValues(flight)) {
        expect(stated, path).toContain(Number.isNaN(Number(text)) ? text : String(Number(text)));
      }
    }
  });

  test("expands cities to the pairs of their busiest airports, at most four", async () => {
    const cities = { origin: { code: "LON", kind: "city" }, destination: { code: "NYC", kind: "city" } };
    const { coverage } = await search(cities);
    expect(ignav.double.requests.map(({ text }) => text.match(/"[A-Z]{3}"/g)?.join(""))).toEqual([
      '"LHR""JFK"',
      '"LHR""EWR"',
      '"LGW""JFK"',
      '"LHR""LGA"',
    ]);
    expect(coverage).toBeCloseTo(4 / 6);
  });

  test("keeps the pairs within the budget, with a lower coverage", async () => {
    const { flights, coverage } = await search({ destination: { code: "NYC", kind: "city" } }, { maxCalls: 1 });
    expect(flights).toHaveLength(2);
    expect(coverage).toBeCloseTo(1 / 3);
  });

  test("sends no member without a value", async () => {
    await search({ travelers: { adults: 2, children: 1, infants: 1 }, excludeAirlines: ["FR"], maxStops: 1 });
    expect(ignav.double.requests[0]?.body).toEqual({
      origin: "LHR",
      destination: "JFK",
      departure_date: "2027-01-20",
      adults: 2,
      children: 1,
      infants_on_lap: 1,
      cabin_class: "economy",
      max_stops: 1,
      airlines_exclude: ["FR"],
      allow_self_transfer: false,
    });
  });

  test("tries a 424 again once, within the budget", async () => {
    ignav.failures = 1;
    expect((await search()).flights).toHaveLength(2);
    ignav.failures = 2;
    await expect(search()).rejects.toMatchObject({ kind: "status", status: 424, code: "upstream_failed" });
    expect(ignav.double.requests).toHaveLength(4);
  });
});
