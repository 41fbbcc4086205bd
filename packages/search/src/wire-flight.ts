import {
  type Currency,
  type Flight,
  formatInstant,
  formatMoney,
  formatZoned,
  minorDigitsOf,
  type AwardOffer as WireAward,
  type CashOffer as WireCash,
  type Charge as WireCharge,
  type Layover as WireLayover,
  type Segment as WireSegment,
  type Slice as WireSlice,
} from "@wayfare/contract";
import type { AwardOffer, CashOffer, Charge, Layover, Segment, Slice } from "@wayfare/suppliers";
import { durationMinutesOf } from "./measures.ts";
import type { Candidate, Sourced } from "./merge.ts";

export interface WireContext {
  currency: Currency;
  /** Until when the offers hold, RFC 3339. */
  expiresAt: string;
  /** Slices that have been written: round trips share them. */
  slices?: Map<Slice, WireSlice>;
}

export function toFlight(candidate: Candidate, context: WireContext): Flight {
  return {
    id: candidate.id,
    slices: candidate.flight.slices.map((slice) => writeSlice(slice, context)),
    cash: candidate.cash.map((sourced) => toCash(sourced, context)),
    award: candidate.award.map((sourced) => toAward(sourced, context)),
    emissions: candidate.flight.emissions,
  };
}

function writeSlice(slice: Slice, { slices }: WireContext): WireSlice {
  const known = slices?.get(slice);
  if (known !== undefined) return known;
  const written = toSlice(slice);
  slices?.set(slice, written);
  return written;
}

function toSlice(slice: Slice): WireSlice {
  const segments = slice.segments.map(toSegment);
  return {
    origin: slice.origin,
    destination: slice.destination,
    departureAt: segments[0]?.departureAt ?? "",
    arrivalAt: segments.at(-1)?.arrivalAt ?? "",
    durationMinutes: durationMinutesOf(slice),
    stops: slice.segments.length - 1,
    segments,
    layovers: slice.layovers.map(toLayover),
  };
}

function toSegment(segment: Segment): WireSegment {
  return {
    marketingCarrier: segment.marketingCarrier,
    operatingCarrier: segment.operatingCarrier,
    flightNumber: segment.flightNumber,
    aircraft: segment.aircraft,
    origin: segment.origin,
    destination: segment.destination,
    ...(segment.originTerminal === null ? {} : { originTerminal: segment.originTerminal }),
    ...(segment.destinationTerminal === null ? {} : { destinationTerminal: segment.destinationTerminal }),
    departureAt: formatZoned(segment.departure),
    arrivalAt: formatZoned(segment.arrival),
    durationMinutes: segment.arrival.epochMinutes - segment.departure.epochMinutes,
    distanceKm: Math.round(segment.distanceKm),
  };
}

function toLayover(layover: Layover): WireLayover {
  return {
    airport: layover.airport,
    durationMinutes: layover.durationMinutes,
    minimumMinutes: layover.minimumMinutes,
    slackMinutes: layover.durationMinutes - layover.minimumMinutes,
    overnight: layover.overnight,
    airportChange: layover.airportChange,
  };
}

function toCash({ id, source, offer }: Sourced<CashOffer>, { currency, expiresAt }: WireContext): WireCash {
  const charges = (list: readonly Charge[]) => toCharges(list, currency);
  return {
    id,
    source,
    total: formatMoney(offer.total, currency),
    base: formatMoney(offer.base, currency),
    taxes: charges(offer.taxes),
    surcharges: charges(offer.surcharges),
    perTraveler: offer.perTraveler.map(({ type, count, total }) => ({
      type,
      count,
      total: formatMoney(total, currency),
    })),
    fareBrand: offer.fareBrand,
    cabin: offer.cabin,
    segments: offer.segments,
    seatsRemaining: offer.seatsRemaining,
    refundable: offer.refundable,
    changeable: offer.changeable,
    validatingCarrier: offer.validatingCarrier,
    expiresAt,
  };
}

function toAward({ id, source, offer }: Sourced<AwardOffer>, { currency, expiresAt }: WireContext): WireAward {
  const charges = (list: readonly Charge[]) => toCharges(list, currency);
  return {
    id,
    source,
    program: offer.program,
    miles: offer.miles,
    perTraveler: offer.perTraveler.map(({ type, count, miles, total }) => ({
      type,
      count,
      miles,
      total: formatMoney(total, currency),
    })),
    total: formatMoney(offer.total, currency),
    taxes: charges(offer.taxes),
    surcharges: charges(offer.surcharges),
    fees: charges(offer.fees),
    cabin: offer.cabin,
    mixedCabin: offer.mixedCabin,
    level: offer.level,
    chart: offer.chart,
    seatsRemaining: offer.seatsRemaining,
    centsPerPoint: centsPerPointOf(offer, currency),
    observedAt: formatInstant(offer.observedAtMs),
    confidence: offer.confidence,
    expiresAt,
  };
}

/** What a mile saves against the cheapest cash offer, in hundredths of the currency to two decimals. */
function centsPerPointOf(offer: AwardOffer, currency: Currency): number | null {
  if (offer.cashEquivalent === null || offer.miles === 0) return null;
  const hundredths = ((offer.cashEquivalent - offer.total) / 10 ** minorDigitsOf(currency)) * 100;
  return Math.round((hundredths / offer.miles) * 100) / 100;
}

function toCharges(charges: readonly Charge[], currency: Currency): WireCharge[] {
  return charges.map(({ code, amount }) => ({ code, amount: formatMoney(amount, currency) }));
}
