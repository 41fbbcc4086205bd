import { finishSteps } from "@wayfare/concurrency";
import { type Slice as ApiSlice, newId, type Offer } from "@wayfare/contract";
import {
  type AwardOffer,
  type CashOffer,
  isOtherTrip,
  type Registration,
  type Segment,
  type Slice,
  type SuppliedFlight,
  type Supplier,
  SupplierRegistry,
  statedTimesOf,
  type TechnicalStop,
} from "@wayfare/suppliers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { scaled } from "../../../../tests/scale.ts";
import { fitsTimes } from "../../src/candidates/flight-joiner.ts";
import { type Candidate, mergeResults, ResultMerger } from "../../src/candidates/merge.ts";
import { repriceOffer } from "../../src/pipeline/reprice.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { toApiSlices, toFlight } from "../../src/serialize/flight-text.ts";
import { encodeKeptFlights } from "../../src/serialize/kept-flights.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";

const nowMs = Date.UTC(2027, 0, 1);
const request = normalizeRequest(
  { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true, allOffers: true, limit: 250 },
  facts,
  nowMs,
);
const searchId = newId("srch", nowMs);
const sales = { version: 0, seats: [] };
const terms = {
  currency: request.currency,
  cabin: request.cabin,
  searchedAt: "2027-01-01T00:00:00.000Z",
  expiresAt: "2027-01-01T00:15:00.000Z",
};

/** An offer as a search states it, and as the order of it will. */
interface World {
  reference: string;
  kind: "cash" | "award";
  stated: SuppliedFlight;
  ordered: SuppliedFlight;
}

interface Traits {
  kind: "cash" | "award";
  sold: string;
  flown: string | null;
  minute: number;
  later: number;
  connects: boolean;
  technical: boolean;
  /** Minutes by which the supplier has moved an inner departure that its search does not state. */
  moved: number;
  hides: boolean;
  price: number;
}

const arbitraryTraits: fc.Arbitrary<Traits> = fc.record({
  kind: fc.constantFrom("cash", "award"),
  sold: fc.constantFrom("AA142", "BA1511", "IB4217", "AA100"),
  flown: fc.constantFrom("AA142", "AA142", null, "AA100"),
  minute: fc.constantFrom(600, 605, 610, 614, 616, 630, 720),
  later: fc.constantFrom(0, 0, 5, 20),
  connects: fc.boolean(),
  technical: fc.boolean(),
  moved: fc.constantFrom(0, 0, 5, 25),
  hides: fc.boolean(),
  price: fc.integer({ min: 10_000, max: 90_000 }),
});

const stopAt = (minutes: number): TechnicalStop => ({
  airport: "SNN",
  arrival: { epochMinutes: minutes, offsetMinutes: 0 },
  departure: { epochMinutes: minutes + 45, offsetMinutes: 0 },
  durationMinutes: 45,
});

function toWorld(traits: Traits, at: number): World {
  const { kind, sold, flown, minute, later, connects, technical, moved, hides, price } = traits;
  const reference = `${kind} ${at}`;
  const flight = makeFlight({ stops: connects ? 1 : 0, departureMinute: minute, durationMinutes: 425 + later });
  const slices = flight.slices.map((slice): Slice => {
    const segments = slice.segments.map((segment, leg, { length }): Segment => {
      const suffix = leg === 0 ? "" : "9";
      const stops = technical && leg === length - 1 ? [stopAt((segment.departure?.epochMinutes ?? 0) + 200)] : [];
      return {
        ...segment,
        marketingCarrier: sold.slice(0, 2),
        flightNumber: sold.slice(2) + suffix,
        operatingCarrier: flown?.slice(0, 2) ?? null,
        operatingFlightNumber: flown === null ? null : flown.slice(2) + suffix,
        stops: kind === "cash" ? stops : null,
      };
    });
    return { ...slice, segments };
  });
  const hidden = hides ? slices.map((slice) => ({ ...slice, segments: slice.segments.map(hideInnerTimes) })) : slices;
  const ordered = hides ? slices.map((slice) => ({ ...slice, segments: slice.segments.map(moveBy(moved)) })) : slices;
  const offers = {
    cash: kind === "cash" ? [{ ...makeCash(price, `Brand ${at}`), reference }] : [],
    award: kind === "award" ? [{ ...makeAward(price), cashEquivalent: null, reference }] : [],
  };
  return {
    reference,
    kind,
    stated: { ...flight, ...offers, slices: hidden },
    ordered: { ...flight, ...offers, slices: ordered },
  };
}

function hideInnerTimes(segment: Segment, leg: number, { length }: Segment[]): Segment {
  return {
    ...segment,
    arrival: leg < length - 1 ? null : segment.arrival,
    departure: leg > 0 ? null : segment.departure,
  };
}

const moveBy =
  (minutes: number) =>
  (segment: Segment, leg: number): Segment => ({
    ...segment,
    departure: segment.departure && {
      ...segment.departure,
      epochMinutes: segment.departure.epochMinutes + (leg > 0 ? minutes : 0),
    },
  });

/** Suppliers of cash and of awards, whose orders state what the world does. */
function suppliersOf(worlds: readonly World[]) {
  return (["cash", "award"] as const).map((kind, at) => {
    const own = worlds.filter((world) => world.kind === kind);
    const supplier: Supplier = {
      ...supplierOf(kind, [], false),
      reprice: async ({ kept }) => {
        const quoted = kept?.cash[0] ?? kept?.award[0];
        const world = own.find(({ reference }) => reference === quoted?.reference);
        if (kept === undefined || world === undefined) return { status: "unknown" };
        const { cash, award } = kept;
        return { status: "available", flight: { ...world.ordered, cash, award } };
      },
    };
    const result = { source: kind, slot: at + 1, simulated: false, flights: own.map(({ stated }) => stated) };
    const registration: Registration = { supplier, slot: at + 1, partitions: ["live"] };
    return { result, registration };
  });
}

const referenceOf = ({ offer }: { offer: CashOffer | AwardOffer }) => offer.reference ?? "";

/** Offers by reference with the id of their flight. */
function flightsOf(candidates: readonly Candidate[]): Map<string, string> {
  return new Map(
    candidates.flatMap(({ id, cash, award }) => [...cash, ...award].map((each) => [referenceOf(each), id])),
  );
}

/** Times and flight numbers that a response shows for an offer. */
function shownSlices(flightSlices: readonly ApiSlice[], offer: Offer): readonly ApiSlice[] {
  return offer.slices ?? flightSlices;
}

const arbitraryWorlds = fc
  .array(arbitraryTraits, { minLength: 1, maxLength: 8 })
  .chain((traits) => fc.shuffledSubarray(traits.map(toWorld), { minLength: traits.length }));

/** Only a failure takes that long, also while other work runs. */
const timeout = scaled(300_000);

test("random sets of cash and awards are shown and booked as their own supplier states them", { timeout }, async () => {
  const seen = { offers: 0, joined: 0, own: 0, changed: 0, differences: 0 };
  await fc.assert(
    fc.asyncProperty(arbitraryWorlds, async (worlds) => {
      const suppliers = suppliersOf(worlds);
      const candidates = mergeResults(
        searchId,
        suppliers.map(({ result }) => result),
        request.currency,
      );
      const registry = new SupplierRegistry(suppliers.map(({ registration }) => registration));
      const kept = encodeKeptFlights(candidates);
      for (const candidate of candidates) {
        const { flight: shown, times = [] } = candidate;
        const response = toFlight(candidate, terms);
        if (candidate.cash.length + candidate.award.length > 1) seen.joined++;
        for (const sourced of [...candidate.cash, ...candidate.award]) {
          seen.offers++;
          const world = worlds.find(({ reference }) => reference === referenceOf(sourced));
          const offer = [...response.cash, ...response.award].find(({ id }) => id === sourced.id);
          if (world === undefined || offer === undefined) throw new Error("every offer is of the world");
          // The response shows the statement of its supplier.
          if (offer.slices !== undefined) seen.own++;
          const own = toApiSlices(world.stated.slices);
          const shownForOffer = shownSlices(response.slices, offer);
          if (offer.slices === undefined) expect(isOtherTrip(shown, world.stated)).toBe(false);
          else expect(shownForOffer).toEqual(own);
          // A booking has the slices of the order; otherwise the offer has changed.
          const repriced = await repriceOffer(
            { suppliers: registry },
            {
              offerId: sourced.id,
              accountId: "acct_1",
              environment: "live",
              request,
              searchedAtMs: nowMs,
              versions: "",
              sales: { quoted: sales, now: sales },
              kept: { bytes: kept?.bytes ?? new Uint8Array(), nowMs, expiresAtMs: nowMs + 900_000 },
            },
            {
              deadlineMs: 60_000,
              admit: (work) => work(),
              access: new Map(
                ["cash", "award"].map((name) => [
                  name,
                  {
                    credential: { id: name, secret: "x", partition: "live" as const },
                    budget: { acquire: async () => ({ settle: () => {} }) },
                  },
                ]),
              ),
            },
          );
          const isSame = !isOtherTrip(world.stated, world.ordered) && fitsTimes(statedTimesOf(world.ordered), times);
          expect(repriced.status).toBe(isSame ? "available" : "changed");
          const current =
            "candidate" in repriced ? repriced.candidate : "current" in repriced ? repriced.current : undefined;
          if (current === undefined) throw new Error("every offer has a current one");
          const booked = toFlight(current, terms);
          if (JSON.stringify(booked.slices) !== JSON.stringify(toApiSlices(world.ordered.slices))) seen.differences++;
          expect([...booked.cash, ...booked.award].map(({ slices }) => slices)).toEqual([undefined]);
          if (isSame) expect(current.id).toBe(candidate.id);
          else {
            seen.changed++;
            expect(current.id).not.toBe(candidate.id);
          }
        }
      }
    }),
    { seed: 20_270_115, numRuns: scaled(2000) },
  );
  expect(seen.differences).toBe(0);
  expect(seen.joined).toBeGreaterThan(1000);
  expect(seen.own).toBeGreaterThan(400);
  expect(seen.changed).toBeGreaterThan(50);
});

test("flights do not depend on the order of offers and suppliers, and a stream keeps the place and id of each sent flight", {
  timeout,
}, () => {
  let kept = 0;
  fc.assert(
    fc.property(
      arbitraryWorlds.chain((worlds) =>
        fc.tuple(
          fc.constant(worlds),
          fc.shuffledSubarray(worlds, { minLength: worlds.length }),
          fc.array(fc.nat({ max: worlds.length }), { maxLength: 3 }),
          fc.boolean(),
        ),
      ),
      ([worlds, shuffled, cuts, reversed]) => {
        const resultsOf = (list: readonly World[]) => {
          const results = suppliersOf(list).map(({ result }) => result);
          return reversed ? results.toReversed() : results;
        };
        const plain = flightsOf(mergeResults(searchId, resultsOf(worlds), request.currency));
        expect(flightsOf(mergeResults(searchId, resultsOf(shuffled), request.currency))).toEqual(plain);
        // The same offers in parts, each of which is sent.
        const merger = new ResultMerger(searchId, request.currency);
        let sent = new Map<string, string>();
        for (const length of [...cuts.toSorted((a, b) => a - b), shuffled.length]) {
          const candidates = finishSteps(merger.merge(resultsOf(shuffled.slice(0, length))));
          const flights = flightsOf(candidates);
          for (const [reference, id] of sent) expect(flights.get(reference)).toBe(id);
          merger.pin(candidates.map(({ id }) => id));
          sent = flights;
          if (length === shuffled.length && [...plain].every(([reference, id]) => sent.get(reference) === id)) kept++;
        }
      },
    ),
    { seed: 20_270_116, numRuns: scaled(1000) },
  );
  // In most of these hostile sets, parts give what the whole does.
  expect(kept).toBeGreaterThan(500);
});
