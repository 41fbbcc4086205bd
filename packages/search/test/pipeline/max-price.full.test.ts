import { type Currency, formatMoney, type NormalizedRequest } from "@wayfare/contract";
import { findProgram, parseEpochDay } from "@wayfare/engine";
import { createSandboxSupplier, fromUsdCents, type SearchQuery, type SuppliedFlight } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { describe, expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { selectFlights } from "../../src/candidates/select.ts";
import { normalizeRequest, toQuery } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:00Z");
const everything = 100_000;

const sandbox = createSandboxSupplier({
  buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")),
  version: "test",
});

async function searchAll(query: SearchQuery): Promise<SuppliedFlight[]> {
  const signal = new AbortController().signal;
  const batches = await Array.fromAsync(sandbox.search(query, { searchedAtMs, deadlineMs: 60_000, signal }));
  return batches.flatMap(({ flights }) => flights);
}

function mileValueIn(currency: Currency) {
  return (program: string) => {
    const { floor = 0, ceiling = 0 } = findProgram(program)?.valueCents ?? {};
    return fromUsdCents(((floor + ceiling) / 2) * 1e6, currency) / 1e6;
  };
}

/** The flights of an answer with all of their offers. */
function answerOf(flights: SuppliedFlight[], request: NormalizedRequest) {
  const results = [{ source: "sandbox", slot: 0, simulated: true, flights }];
  const candidates = mergeResults("srch_01kahz2j7p3v8c5m9n4q6r7s8t", results, request.currency);
  return selectFlights(candidates, request, mileValueIn(request.currency)).map(({ id, flight, cash, award }) => ({
    id,
    keys: [keyOf(request.sort, flight), Math.min(...cash.map(({ offer }) => priceOf(offer)))],
    offers: [...cash, ...award].map(({ offer }) => offer),
  }));
}

const priceOf = ({ total, bagFees }: SuppliedFlight["cash"][number]) => total + (bagFees ?? 0);

/** Time by which a flight is sorted; 0 for other orders. */
function keyOf(sort: SearchQuery["sort"], { slices }: SuppliedFlight): number {
  const times = slices.map(({ segments }) => [
    segments[0]?.departure?.epochMinutes ?? 0,
    segments.at(-1)?.arrival?.epochMinutes ?? 0,
  ]);
  if (sort === "duration") return times.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
  return sort === "departure" || sort === "arrival" ? (times[0]?.[sort === "departure" ? 0 : 1] ?? 0) : 0;
}

type Include = Pick<NormalizedRequest, "includeCash" | "includeAward">;

/** Prices of all offers in ascending order: with bags, of awards the money part. */
function pricesOf(flights: readonly SuppliedFlight[], { includeCash, includeAward }: Include): number[] {
  return flights
    .flatMap(({ cash, award }) => [
      ...(includeCash ? cash.map(priceOf) : []),
      ...(includeAward ? award.flatMap(({ total }) => total ?? []) : []),
    ])
    .toSorted((a, b) => a - b);
}

const sorts = ["price", "miles", "duration", "departure", "arrival"] as const;
const kinds = [
  { includeCash: true, includeAward: true },
  { includeCash: true, includeAward: false },
  { includeCash: false, includeAward: true },
];
const family = { adults: 2, children: 1, infants: 1 };

function fewestMilesOf(answer: ReturnType<typeof answerOf>): number {
  return Math.min(
    ...answer.flatMap(({ offers }) => offers.map((offer) => ("miles" in offer ? offer.miles : Infinity))),
  );
}

const airport = (code: string) => ({ code, kind: "airport" as const });
const city = (code: string) => ({ code, kind: "city" as const });
const slice = (origin: string, destination: string, departureDate: string) => {
  return { origin: airport(origin), destination: airport(destination), departureDate };
};

const trips: [string, Partial<SearchQuery>][] = [
  ["one way", { origin: city("LON"), destination: city("NYC") }],
  ["a round trip", { origin: airport("DUB"), destination: airport("BOS"), returnDate: "2027-02-17", maxStops: 1 }],
  [
    "a round trip on flexible days",
    { origin: airport("KEF"), destination: airport("CPH"), returnDate: "2027-02-11", flexibleDays: 1, maxStops: 1 },
  ],
  [
    "several places",
    {
      origin: airport("DUB"),
      moreOrigins: [airport("CDG")],
      destination: airport("BOS"),
      moreDestinations: [city("NYC")],
    },
  ],
  [
    "several cities",
    {
      origin: airport("DUB"),
      destination: airport("BOS"),
      slices: [slice("DUB", "BOS", "2027-02-10"), slice("JFK", "LHR", "2027-02-13"), slice("LHR", "DUB", "2027-02-16")],
      maxStops: 0,
    },
  ],
  ["self-transfers", { origin: city("BUD"), destination: city("YTO"), allowSelfTransfer: true }],
  [
    "self-transfers there and back",
    { origin: city("BUD"), destination: city("YTO"), returnDate: "2027-02-17", allowSelfTransfer: true, maxStops: 1 },
  ],
];

describe.each(trips)("a limit on the price of %s", (_name, trip) => {
  test.each(["USD", "EUR", "JPY"] as const)(
    "in %s gives the unlimited answer without the offers above it",
    async (currency) => {
      let limited = 0;
      for (const [at, sort] of sorts.entries()) {
        const include = kinds[(at + currency.charCodeAt(0)) % kinds.length] ?? {
          includeCash: true,
          includeAward: true,
        };
        const hasOneSlice = (trip.returnDate ?? trip.slices) === undefined;
        const normalized = normalizeRequest(
          {
            origin: "JFK",
            destination: "LHR",
            departureDate: "2027-02-10",
            ...include,
            sort,
            currency,
            limit: [5, 20, 50][at % 3] ?? 5,
            ...(at % 2 === 0 ? {} : { travelers: family }),
            ...(at === 1 ? { minCheckedBags: 1 } : {}),
          },
          facts,
          searchedAtMs,
        );
        const whole = await searchAll({ ...toQuery(normalized), ...trip, limit: everything, allOffers: true });
        const prices = pricesOf(whole, normalized);
        for (const share of [0.02, 0.3, 0.9]) {
          const max = prices[Math.floor(share * prices.length)] ?? 0;
          const request = { ...normalized, maxPrice: formatMoney(max, currency) };
          const short = await searchAll({ ...toQuery(request), ...trip });
          const expected = answerOf(whole, request);
          const answer = answerOf(short, request);
          const name = `${sort} ${max} ${JSON.stringify(include)}`;
          // Of journeys of several slices with equal keys, the engine keeps any; of their awards those with the fewest miles.
          if (hasOneSlice) expect(answer, name).toEqual(expected);
          else if (!include.includeAward) {
            expect(
              answer.map(({ keys }) => keys),
              name,
            ).toEqual(expected.map(({ keys }) => keys));
          }
          expect(fewestMilesOf(answer)).toBe(fewestMilesOf(expected));
          for (const { offers } of answer) {
            for (const offer of offers) {
              const fees = "bagFees" in offer ? (offer.bagFees ?? 0) : 0;
              expect((offer.total ?? 0) + fees).toBeLessThanOrEqual(max);
            }
          }
          if (short.length < whole.length) limited++;
        }
      }
      expect(limited).toBeGreaterThan(2);
    },
  );
});
