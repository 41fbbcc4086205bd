import type { PlaceReference } from "@wayfare/contract";
import { type SearchQuery, type SuppliedFlight, searchSuppliers } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { normalizeRequest, toQuery } from "../../src/request/normalize.ts";
import { DictionaryText } from "../../src/serialize/dictionaries.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";

const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";
const nowMs = Date.UTC(2027, 0, 1);

/** A flight of one carrier over some airports, none of which a sandbox would sell. */
function fly(carrier: string, airports: readonly string[], offers: Partial<SuppliedFlight>): SuppliedFlight {
  const stops = airports.length === 2 ? 0 : 1;
  const flight = makeFlight({ carrier, stops, cash: [], award: [] });
  const [origin = "", destination = ""] = [airports[0], airports.at(-1)];
  const slices = flight.slices.map((slice) => ({
    ...slice,
    origin,
    destination,
    layovers: slice.layovers.map((layover) => ({ ...layover, airport: airports[1] ?? "" })),
    segments: slice.segments.map((segment, at) => ({
      ...segment,
      operatingCarrier: carrier,
      origin: airports[at] ?? "",
      destination: airports[at + 1] ?? "",
    })),
  }));
  return { ...flight, slices, ...offers };
}

const airport = (code = ""): PlaceReference => ({ code, kind: "airport" });
const request = normalizeRequest(
  { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeCash: true, includeAward: true },
  facts,
  nowMs,
);
const queryOf = (airports: readonly string[]): SearchQuery => ({
  ...toQuery(request),
  origin: airport(airports[0]),
  destination: airport(airports.at(-1)),
});

async function search(query: SearchQuery, live: readonly SuppliedFlight[], sandbox: readonly SuppliedFlight[]) {
  const suppliers = [supplierOf("sandbox", sandbox), supplierOf("live", live, false)];
  const registrations = suppliers.map((supplier, slot) => ({ supplier, slot, partitions: ["live" as const] }));
  const context = { searchedAtMs: nowMs, deadlineMs: 60_000, signal: new AbortController().signal };
  const { results, supply } = await searchSuppliers(registrations, query, context);
  return { supply, candidates: mergeResults(searchId, results, "USD") };
}

const cases: [string, string, string[]][] = [
  ["over airspace that is closed to its airline", "SU", ["LED", "LHR"]],
  ["within a country by way of another one", "AC", ["SFO", "YYZ", "BOS"]],
  ["between states without air links", "LY", ["TLV", "BEY"]],
  ["of an airline that has ended", "NK", ["FLL", "LAS"]],
  ["at a closed airport", "TK", ["SIP", "IST"]],
  ["of an airline and airports that nobody knows", "0X", ["QQA", "QQB"]],
];

describe("a flight of a real supplier", () => {
  test.each(cases)("%s is returned as its supplier states it", async (_, carrier, airports) => {
    const stated = fly(carrier, airports, { cash: [makeCash(41_260)], award: [makeAward(20_000)] });
    const { supply, candidates } = await search(queryOf(airports), [stated], []);
    expect(supply.find(({ source }) => source === "live")).toMatchObject({
      status: "ok",
      received: 2,
      offers: 2,
      dropped: {},
    });
    expect(candidates).toHaveLength(1);
    expect(candidates[0]).toMatchObject({ flight: stated, simulated: false });
    expect([candidates[0]?.cash, candidates[0]?.award].map((offers) => offers?.map(({ offer }) => offer))).toEqual([
      stated.cash,
      stated.award,
    ]);
  });

  test.each(cases)("%s gets no offer and no price of the sandbox", async (_, carrier, airports) => {
    const award = { ...makeAward(20_000), cashEquivalent: null };
    const stated = fly(carrier, airports, { award: [award] });
    const simulated = fly(carrier, airports, { cash: [makeCash(9900)], award: [makeAward(5000)] });
    const { candidates } = await search(queryOf(airports), [stated], [simulated]);
    const [live, other, ...more] = candidates;
    expect(more).toEqual([]);
    expect(live).toMatchObject({ simulated: false, cash: [], flight: { slices: stated.slices } });
    expect(live?.award.map(({ source, offer }) => [source, offer])).toEqual([["live", award]]);
    expect(other).toMatchObject({ simulated: true });
    expect(other?.id).not.toBe(live?.id);
    expect([...(other?.cash ?? []), ...(other?.award ?? [])].every(({ source }) => source === "sandbox")).toBe(true);
  });

  test("keeps codes that the dictionaries lack", async () => {
    const stated = fly("0X", ["QQA", "QQB"], { cash: [makeCash(41_260)] });
    const { candidates } = await search(queryOf(["QQA", "QQB"]), [stated], []);
    const { airlines, places } = JSON.parse(new DictionaryText(facts).write(candidates));
    expect([airlines, places]).toEqual([{}, {}]);
    expect(candidates[0]?.flight.slices[0]?.segments[0]).toMatchObject({
      marketingCarrier: "0X",
      origin: "QQA",
      destination: "QQB",
    });
  });
});
