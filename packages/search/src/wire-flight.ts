import {
  type Cabin,
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
import type { AwardOffer, CashOffer, Charge, Layover, Segment, Slice, SuppliedFlight } from "@wayfare/suppliers";
import { cabinShareOf, durationMinutesOf, isMixedCabin } from "./measures.ts";
import type { Candidate, Sourced } from "./merge.ts";

export interface WireContext {
  currency: Currency;
  /** The requested cabin. */
  cabin: Cabin;
  /** Time of the search, RFC 3339. */
  searchedAt: string;
  /** Expiry of the offers, RFC 3339. */
  expiresAt: string;
  /** Cache of converted slices: round trips share slices. */
  slices?: Map<Slice, WireSlice>;
}

export function toFlight({ id, flight, cash, award }: Candidate, context: WireContext): Flight {
  const ofFlight = { ...context, flight };
  return {
    id,
    slices: flight.slices.map((slice) => writeSlice(slice, context)),
    cash: cash.map((sourced) => toCash(sourced, ofFlight)),
    award: award.map((sourced) => toAward(sourced, ofFlight)),
    emissions: flight.emissions,
  };
}

interface OfferContext extends WireContext {
  flight: SuppliedFlight;
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

function toCash(sourced: Sourced<CashOffer>, context: OfferContext): WireCash {
  const { offer } = sourced;
  const { currency, searchedAt, expiresAt } = context;
  const charges = (list: readonly Charge[]) => toCharges(list, currency);
  return {
    kind: "cash",
    ...toShared(sourced, context),
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
    observedAt: offer.observedAtMs === undefined ? searchedAt : formatInstant(offer.observedAtMs),
    expiresAt,
  };
}

function toAward(sourced: Sourced<AwardOffer>, context: OfferContext): WireAward {
  const { offer } = sourced;
  const { currency, expiresAt } = context;
  const charges = (list: readonly Charge[]) => toCharges(list, currency);
  return {
    kind: "award",
    ...toShared(sourced, context),
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
    level: offer.level,
    chart: offer.chart,
    seatsRemaining: offer.seatsRemaining,
    centsPerPoint: centsPerPointOf(offer, currency),
    observedAt: formatInstant(offer.observedAtMs),
    confidence: offer.confidence,
    expiresAt,
  };
}

/** Members of every kind of offer. */
function toShared({ id, source, offer }: Sourced<CashOffer | AwardOffer>, { cabin, flight }: OfferContext) {
  const mixedCabin = isMixedCabin(offer, cabin);
  return {
    id,
    source,
    mixedCabin,
    cabinShare: mixedCabin ? cabinShareOf(offer, flight, cabin) : 1,
    separateTickets: offer.separateTickets === true,
    bookingLink: offer.bookingLink ?? null,
  };
}

/** Value per mile against the cheapest cash offer, in hundredths of the currency, to two decimals. */
function centsPerPointOf(offer: AwardOffer, currency: Currency): number | null {
  if (offer.cashEquivalent === null || offer.miles === 0) return null;
  const hundredths = ((offer.cashEquivalent - offer.total) / 10 ** minorDigitsOf(currency)) * 100;
  return Math.round((hundredths / offer.miles) * 100) / 100;
}

function toCharges(charges: readonly Charge[], currency: Currency): WireCharge[] {
  return charges.map(({ code, amount }) => ({ code, amount: formatMoney(amount, currency) }));
}
