import { newId, type SupplyRow } from "@wayfare/contract";
import type { SuppliedFlight } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { scoreFlights } from "../../src/candidates/score.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { ByteWriter } from "../../src/serialize/byte-writer.ts";
import { DictionaryText } from "../../src/serialize/dictionaries.ts";
import { ResponseText } from "../../src/serialize/response-text.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";
import { hostileText } from "./hostile-text.ts";
import { findDifferences } from "./schema-members.ts";

const nowMs = Date.UTC(2027, 0, 1);
const request = normalizeRequest(
  { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true },
  facts,
  nowMs,
);
const out = new ByteWriter();
const dictionaries = new DictionaryText(facts);

interface Written {
  flights: readonly SuppliedFlight[];
  view?: "full" | "compact";
  scored?: boolean;
  source?: string;
  simulated?: boolean;
}

/** Writes a response, and returns its text and the number of pauses. */
function write({ flights, view = "full", scored = false, source = "test", simulated = true }: Written) {
  const searchId = newId("srch", nowMs);
  const search = { searchId, environment: "test", view, request, searchedAtMs: nowMs, expiresAtMs: nowMs } as const;
  const text = new ResponseText(search, { dictionaries, mileValue: () => 1.3 });
  const selected = mergeResults(searchId, [{ source, slot: 0, simulated, flights: [...flights] }], "USD");
  const selection = scored
    ? { selected, scoreOptions: scoreFlights(selected, request, facts.dictionary) }
    : { selected };
  const unobserved = { tookMs: 3, observedAt: null, coverage: 1 } as const;
  const supply: SupplyRow[] = [
    { source, status: "ok", reason: null, received: 1, offers: 1, dropped: [], ...unobserved },
  ];
  const pauses = [...text.write(selection, supply, out)].length;
  return { text: Buffer.from(out.peek()).toString(), pauses };
}

/** Returns the value with every string inside replaced by another text, except values of the contract's enums. */
function withTexts<Value>(value: Value, next: () => string): Value {
  const fixed = new Set(["cabin", "type", "level", "basis"]);
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    typeof member === "string" && !fixed.has(name) ? next() : member,
  );
}

const sample = [
  makeFlight({ number: "1", stops: 1, cash: [{ ...makeCash(30_000), bookingLink: "https://example.com/" }] }),
  makeFlight({ number: "2", cash: [makeCash(41_260), makeCash(50_000, "Flex")] }),
  makeFlight({ number: "3", cash: [], award: [{ ...makeAward(9000), chart: null }] }),
  makeFlight({ number: "4", award: [] }),
];

const ticket = { segments: 1, miles: 4500, total: 6000, seatsRemaining: 2, reference: "row/trip" };
const stated = { refund: null, change: null, noShow: null };

/** Offers of live suppliers of one flight, with their own itineraries, tickets, and conditions of slices or none. */
const live = [1110, 1114].map((departureMinute) => {
  const { conditions: _, ...award } = makeAward(9000);
  return makeFlight({
    departureMinute,
    cash: [{ ...makeCash(41_260), verified: false, conditions: { ...stated, slices: [stated, stated] } }],
    award: [{ ...award, separateTickets: true, tickets: [ticket, { ...ticket, bookingLink: "https://example.com/" }] }],
  });
});

describe.each([
  { view: "full", scored: false, schema: "SearchResponse" },
  { view: "full", scored: true, schema: "ScoredSearchResponse" },
  { view: "compact", scored: false, schema: "CompactSearchResponse" },
  { view: "compact", scored: true, schema: "CompactSearchResponse" },
] as const)("a response in the $view view (ranked: $scored)", ({ view, scored, schema }) => {
  test("has the members of its schema, in this order", () => {
    for (const flights of [sample, []]) {
      const response: unknown = JSON.parse(write({ flights, view, scored }).text);
      expect(findDifferences({ $ref: `${schema}#` }, response)).toEqual([]);
    }
    const { text } = write({ flights: live, view, scored, simulated: false });
    const response: { flights: object[] } = JSON.parse(text);
    expect(findDifferences({ $ref: `${schema}#` }, response)).toEqual([]);
    expect(response.flights).toHaveLength(1);
    if (view === "full")
      for (const member of ["slices", "tickets"]) expect(text.split(`"${member}":`).length).toBeGreaterThan(2);
  });

  test("is the JSON text of its value, with any text from a supplier", () => {
    const source = sample[0];
    fc.assert(
      fc.property(fc.infiniteStream(hostileText), hostileText, (texts, name) => {
        const next = (): string => texts.next().value ?? "";
        const { text } = write({
          flights: [withTexts(source, next), withTexts(sample[1], next)] as SuppliedFlight[],
          view,
          scored,
          source: name,
        });
        const parsed = JSON.parse(text);
        expect(JSON.stringify(parsed)).toBe(text);
        expect(parsed.supply[0].source).toBe(name);
      }),
      { seed: 20_261_121, numRuns: 60 },
    );
  });

  test("has no line break, which would end an event", () => {
    const flights = [withTexts(sample[0], () => "\r\n\u2028")] as SuppliedFlight[];
    expect(write({ flights, view, scored }).text).not.toMatch(/[\r\n]/);
  });
});

test("keeps every text of a supplier", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const flight = withTexts(makeFlight({ cash: [{ ...makeCash(1), bookingLink: "x" }] }), () => text);
      const [written] = JSON.parse(write({ flights: [flight], source: text }).text).flights;
      const [cash, award, slice] = [written.cash[0], written.award[0], written.slices[0]];
      const segment = slice.segments[0];
      const members = [
        cash.source,
        cash.bookingLink,
        cash.fareBrand,
        cash.validatingCarrier,
        cash.taxes[0].code,
        cash.surcharges[0].code,
        cash.segments[0].bookingClass,
        cash.segments[0].fareBasis,
        award.program,
        award.chart.name,
        award.chart.band,
        award.fees[0].code,
        written.emissions.method,
        slice.origin,
        slice.destination,
        segment.marketingCarrier,
        segment.operatingCarrier,
        segment.flightNumber,
        segment.aircraft,
        segment.origin,
        segment.destination,
        segment.originTerminal,
      ];
      expect(new Set(members)).toEqual(new Set([text]));
    }),
    { seed: 20_261_121, numRuns: 200 },
  );
});

test("pauses after every 25 flights", () => {
  const flights = Array.from({ length: 60 }, (_, at) => makeFlight({ number: `${at}` }));
  expect(write({ flights }).pauses).toBe(2);
  expect(write({ flights: [] }).pauses).toBe(0);
});

test("finds missing, unknown and misplaced members and values of other types", () => {
  const [response, flights] = [JSON.parse(write({ flights: sample }).text), write({ flights: sample }).text];
  const change = (edit: (value: Record<string, unknown>) => object) =>
    findDifferences({ $ref: "SearchResponse#" }, edit(response)).length;
  expect(JSON.parse(flights).flights).toHaveLength(4);
  expect(change((value) => Object.fromEntries(Object.entries(value).slice(1)))).toBe(1);
  expect(change(({ id, ...rest }) => ({ ...rest, id }))).toBe(1);
  expect(change((value) => ({ ...value, planted: 1 }))).toBe(1);
  expect(change((value) => ({ ...value, simulated: "yes" }))).toBe(1);
  expect(change((value) => ({ ...value, view: "compact" }))).toBe(1);
});
