import { type Cabin, type Currency, cabins, countSeats, countTravelers, listTravelerCounts } from "@wayfare/contract";
import { isTimeZone } from "@wayfare/engine";
import { statementKey } from "../port/itinerary.ts";
import type {
  BookingRequirements,
  CashOffer,
  Emissions,
  FareSegment,
  SearchQuery,
  Segment,
  Slice,
  SuppliedFlight,
  SupplierPlaces,
  TechnicalStop,
  ZonedInstant,
} from "../port/port.ts";
import { type DropReason, type FlightBatch, isDropped, OfferCounter } from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import { airportCode, carrierCode, isFlightNumber, isInOrder, makeSlice } from "../wire/itinerary.ts";
import { toZoned } from "../wire/local-time.ts";
import { addMargin, type Margin } from "../wire/margin.ts";
import { toConditions } from "./conditions.ts";
import { fareOfSegment, hasAssumedAges } from "./passengers.ts";
import { type DuffelOffer, type DuffelSegment, type DuffelSlice, type DuffelStop, isOffer } from "./schema.ts";

type Travelers = SearchQuery["travelers"];

interface OfferContext {
  travelers: Travelers;
  places: SupplierPlaces;
  margin: Margin | undefined;
}

/**
 * Maps Duffel's offers and groups those with the same itinerary in every value. An offer that does not have the documented format, or lacks something that every offer
 * of ours has, such as the IATA code of its airline, is counted with its reason.
 */
export function toBatch(offers: readonly unknown[], context: OfferContext): FlightBatch & { received: number } {
  const flights = new Map<string, SuppliedFlight>();
  const counter = new OfferCounter();
  for (const offer of offers) {
    const flight = isOffer(offer) ? toFlight(offer, context) : "incomplete";
    if (isDropped(flight)) {
      counter.drop(flight);
      continue;
    }
    const key = statementKey(flight);
    const known = flights.get(key);
    if (known === undefined) flights.set(key, flight);
    else known.cash.push(...flight.cash);
  }
  return { flights: [...flights.values()], received: offers.length, dropped: counter.dropped };
}

/** Maps Duffel's offers, without those that cannot be represented. */
export function toFlights(offers: readonly unknown[], context: OfferContext): SuppliedFlight[] {
  return toBatch(offers, context).flights;
}

/** Maps one offer to a flight with this offer alone, or returns the reason why it cannot be represented. */
export function toFlight(offer: DuffelOffer, { travelers, places, margin }: OfferContext): SuppliedFlight | DropReason {
  if (offer.partial === true) return "incomplete";
  const slices = mapSlices(offer.slices, places);
  if (isDropped(slices)) return slices;
  const cash = toCashOffer(offer, slices, travelers);
  if (isDropped(cash)) return cash;
  const priced = margin === undefined ? cash : addMargin(cash, margin);
  if (priced === null) return "currency";
  return { slices, cash: [priced], award: [], emissions: toEmissions(offer, travelers) };
}

/** Maps the slices of an offer or order; null if they cannot be represented. */
export function toSlices(given: readonly DuffelSlice[], places: SupplierPlaces): Slice[] | null {
  const slices = mapSlices(given, places);
  return isDropped(slices) ? null : slices;
}

function mapSlices(given: readonly DuffelSlice[], places: SupplierPlaces): Slice[] | DropReason {
  const slices: Slice[] = [];
  for (const { segments } of given) {
    const mapped = segments.map((segment) => toSegment(segment, places));
    const reason = mapped.find(isDropped);
    if (reason !== undefined) return reason;
    const slice = makeSlice(mapped.filter((segment) => typeof segment !== "string"));
    if (slice === null || !isInOrder(slice)) return "incomplete";
    slices.push(slice);
  }
  return slices.length === 0 ? "incomplete" : slices;
}

function toSegment(segment: DuffelSegment, places: SupplierPlaces): Segment | DropReason {
  const { origin, destination, marketing_carrier, marketing_carrier_flight_number, operating_carrier } = segment;
  const marketingCarrier = marketing_carrier.iata_code ?? "";
  const flightNumber = marketing_carrier_flight_number ?? "";
  const departure = toInstant(segment.departing_at, origin, places);
  const arrival = toInstant(segment.arriving_at, destination, places);
  const isComplete =
    carrierCode.test(marketingCarrier) &&
    isFlightNumber(flightNumber) &&
    airportCode.test(origin.iata_code) &&
    airportCode.test(destination.iata_code);
  if (!isComplete) return "incomplete";
  if (isDropped(departure)) return departure;
  if (isDropped(arrival)) return arrival;
  return {
    marketingCarrier,
    flightNumber,
    operatingCarrier: operating_carrier?.iata_code ?? null,
    operatingFlightNumber: segment.operating_carrier_flight_number || null,
    aircraft: segment.aircraft?.iata_code ?? null,
    origin: origin.iata_code,
    destination: destination.iata_code,
    originTerminal: segment.origin_terminal ?? null,
    destinationTerminal: segment.destination_terminal ?? null,
    departure,
    arrival,
    distanceKm: toNumber(segment.distance),
    stops: segment.stops ? segment.stops.map((stop) => toStop(stop, places)) : null,
  };
}

/** Durations are ISO 8601, such as `PT1H30M`, but both times say the same. */
function toStop({ airport, arriving_at, departing_at }: DuffelStop, places: SupplierPlaces): TechnicalStop {
  const [arrival, departure] = [arriving_at, departing_at].map((time) => {
    const instant = time ? toInstant(time, airport, places) : null;
    return instant === null || isDropped(instant) ? null : instant;
  });
  return {
    airport: airport.iata_code,
    arrival: arrival ?? null,
    departure: departure ?? null,
    durationMinutes: arrival && departure ? departure.epochMinutes - arrival.epochMinutes : null,
  };
}

/** Uses the stated time zone if it is known, else the zone of the airport. */
function toInstant(local: string, place: DuffelSegment["origin"], places: SupplierPlaces): ZonedInstant | DropReason {
  const stated = place.time_zone;
  const timeZone = stated && isTimeZone(places.timeZones, stated) ? stated : places.findTimeZone(place.iata_code);
  return timeZone === undefined ? "time_zone" : (toZoned(local, timeZone, places.timeZones) ?? "incomplete");
}

function toCashOffer(
  offer: DuffelOffer,
  slices: readonly Slice[],
  travelers: Travelers,
): (CashOffer & { currency: Currency }) | DropReason {
  const currency = toCurrency(offer.total_currency);
  if (currency === null) return "currency";
  const total = toMinor(offer.total_amount, currency);
  if (total === null) return "incomplete";
  const amountOf = (amount: string | null | undefined, code: string | null | undefined) =>
    amount && code === offer.total_currency ? toMinor(amount, currency) : null;
  const tax = amountOf(offer.tax_amount, offer.tax_currency);
  const fares = offer.slices.flatMap((slice) => slice.segments.map((segment) => toFareSegment(segment, offer)));
  const segments = fares.filter((fare) => fare !== null);
  if (segments.length < fares.length) return "incomplete";
  const brands = new Set(offer.slices.flatMap(({ fare_brand_name }) => fare_brand_name ?? []));
  return {
    currency,
    total,
    base: amountOf(offer.base_amount, offer.base_currency),
    taxes: tax === null ? null : [{ code: null, amount: tax }],
    surcharges: null,
    perTraveler: perTravelerOf(travelers, total),
    fareBrand: brands.size === 0 ? null : [...brands].join(" + "),
    cabin: mainCabin(slices, segments),
    segments,
    seatsRemaining: null,
    ...toConditions(offer, { total, currency }),
    validatingCarrier: offer.owner.iata_code ?? null,
    ...timesOf(offer),
    reference: offer.id,
    requires: requirementsOf(offer, travelers),
  };
}

/** Duffel states no price for each traveler; that of the only one is the total. */
function perTravelerOf(travelers: Travelers, total: number): CashOffer["perTraveler"] {
  const isAlone = countTravelers(travelers) === 1;
  return listTravelerCounts(travelers).map((each) => ({ ...each, total: isAlone ? total : null }));
}

function toFareSegment(segment: DuffelSegment, offer: DuffelOffer): FareSegment | null {
  const fare = fareOfSegment(segment, offer);
  const cabin = cabins.find((each) => each === fare?.cabinClass);
  if (fare === null || cabin === undefined) return null;
  return { cabin, bookingClass: null, fareBasis: fare.fareBasis, baggage: fare.baggage };
}

/** The cabin of the longest segment. */
function mainCabin(slices: readonly Slice[], fares: readonly FareSegment[]): Cabin {
  const minutes = slices
    .flatMap(({ segments }) => segments)
    .map(({ departure, arrival }) => (departure && arrival ? arrival.epochMinutes - departure.epochMinutes : 0));
  return fares[minutes.indexOf(Math.max(...minutes))]?.cabin ?? "economy";
}

function timesOf({ created_at, expires_at }: DuffelOffer): Pick<CashOffer, "observedAtMs" | "expiresAtMs"> {
  const [observedAtMs, expiresAtMs] = [Date.parse(created_at), Date.parse(expires_at)];
  return {
    ...(Number.isNaN(observedAtMs) ? {} : { observedAtMs }),
    ...(Number.isNaN(expiresAtMs) ? {} : { expiresAtMs }),
  };
}

/** Duffel's orders always need title and gender. */
function requirementsOf(offer: DuffelOffer, travelers: Travelers): BookingRequirements {
  const payBefore = offer.payment_requirements?.payment_required_by;
  return {
    identityDocument: offer.passenger_identity_documents_required ?? false,
    title: true,
    gender: true,
    ...(hasAssumedAges(travelers) && { ages: true }),
    payBeforeMs: payBefore ? Date.parse(payBefore) : null,
  };
}

/** Duffel states the emissions of all travelers; an equal share is exact only if each has a seat. */
function toEmissions({ total_emissions_kg }: DuffelOffer, travelers: Travelers): Emissions | null {
  const total = toNumber(total_emissions_kg);
  if (total === null || travelers.infants > 0) return null;
  return { kgCO2ePerTraveler: total / countSeats(travelers), typicalKg: null, method: "duffel" };
}

function toNumber(text: string | null | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
