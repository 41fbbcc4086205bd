import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { parseOfferId } from "@wayfare/contract";
import { type AwardOffer, type CashOffer, type SuppliedFlight, statedTimesOf } from "@wayfare/suppliers";
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

/** Encodes the offers of live suppliers. Returns undefined if the flights have none. */
export function encodeKeptFlights(candidates: readonly Candidate[]): KeptFlights | undefined {
  const flights = candidates.flatMap(listStored);
  if (flights.length === 0) return undefined;
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  const bytes = new Uint8Array(zstdCompressSync(JSON.stringify(flights), { params }));
  return { ordinals: flights.flatMap(({ ordinals }) => ordinals), bytes };
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
  const flights = new Set([...cash, ...award].flatMap(({ flight }) => flight ?? []));
  return [...flights].map((flight) => {
    const isOf = (sourced: Sourced<CashOffer | AwardOffer>) => sourced.flight === flight;
    const [ownCash, ownAward] = [cash.filter(isOf), award.filter(isOf)];
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
