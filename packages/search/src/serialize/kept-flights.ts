import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { finishSteps, type Steps } from "@wayfare/concurrency";
import { parseOfferId } from "@wayfare/contract";
import { type SuppliedFlight, statedTimesOf } from "@wayfare/suppliers";
import type { TimeRanges } from "../candidates/flight-joiner.ts";
import type { Candidate, Sourced } from "../candidates/merge.ts";

/** Offers of live suppliers in one part of a response, as they are stored. */
export interface KeptFlights {
  /** Ordinals of the offers. */
  ordinals: number[];
  /** Compressed JSON of the flights. */
  bytes: Uint8Array;
}

/** One offer, with its flight. */
export interface KeptOffer {
  /** Id of the flight in the search. */
  flightId: string;
  /** The flight as the supplier stated it, with this offer alone. */
  flight: SuppliedFlight;
  /** Times of the offers that it was joined with, if the supplier does not state all times itself. */
  joined: TimeRanges | null;
}

/** A flight of one supplier with the kept offers. */
interface StoredFlight extends KeptOffer {
  /** Ordinals of its cash offers, then of its awards. */
  ordinals: number[];
}

/** Flights per step, less than a millisecond. */
const flightsPerStep = 10;

/** Encodes the offers of live suppliers, in steps. Returns undefined if the flights have none. */
export function* encodeKeptInSteps(candidates: readonly Candidate[]): Steps<KeptFlights | undefined> {
  const ordinals: number[] = [];
  const texts: string[] = [];
  for (const [at, candidate] of candidates.entries()) {
    if (at % flightsPerStep === flightsPerStep - 1) yield;
    for (const stored of listStored(candidate)) {
      ordinals.push(...stored.ordinals);
      texts.push(JSON.stringify(stored));
    }
  }
  if (texts.length === 0) return undefined;
  yield;
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  return { ordinals, bytes: new Uint8Array(zstdCompressSync(`[${texts.join()}]`, { params })) };
}

/** Encodes the offers of live suppliers at once. */
export function encodeKeptFlights(candidates: readonly Candidate[]): KeptFlights | undefined {
  return finishSteps(encodeKeptInSteps(candidates));
}

/** Finds an offer in the bytes of `encodeKeptFlights`. */
export function findKeptOffer(bytes: Uint8Array, ordinal: number): KeptOffer | undefined {
  const flights: StoredFlight[] = JSON.parse(zstdDecompressSync(bytes).toString());
  for (const { flightId, flight, joined = null, ordinals } of flights) {
    const at = ordinals.indexOf(ordinal);
    if (at < 0) continue;
    const { length } = flight.cash;
    const [cash, award] = [flight.cash.slice(at, at + 1), flight.award.slice(at - length, at - length + 1)];
    return { flightId, joined, flight: { ...flight, cash, award: at < length ? [] : award } };
  }
  return undefined;
}

/** Lists the flights of the suppliers whose offers a candidate has. */
function listStored({ id, flight: { emissions }, cash, award, times }: Candidate): StoredFlight[] {
  const [cashOf, awardOf] = [groupByFlight(cash), groupByFlight(award)];
  return [...new Set([...cashOf.keys(), ...awardOf.keys()])].map((flight) => {
    const [ownCash, ownAward] = [cashOf.get(flight) ?? [], awardOf.get(flight) ?? []];
    return {
      flightId: id,
      flight: {
        slices: flight.slices,
        cash: ownCash.map(({ offer }) => offer),
        award: ownAward.map(({ offer }) => offer),
        emissions: flight.emissions ?? emissions,
      },
      joined: statedTimesOf(flight).includes(null) ? (times ?? null) : null,
      ordinals: [...ownCash, ...ownAward].map((sourced) => parseOfferId(sourced.id)?.ordinal ?? -1),
    };
  });
}

/** Groups offers of live suppliers by the flight that their supplier stated. */
function groupByFlight<Offer>(offers: readonly Sourced<Offer>[]): Map<SuppliedFlight, Sourced<Offer>[]> {
  const groups = new Map<SuppliedFlight, Sourced<Offer>[]>();
  for (const sourced of offers) {
    if (sourced.flight === undefined) continue;
    const group = groups.get(sourced.flight);
    if (group === undefined) groups.set(sourced.flight, [sourced]);
    else group.push(sourced);
  }
  return groups;
}
