import { type Cabin, type Currency, cabins } from "@wayfare/contract";
import { itineraryKey } from "../port/itinerary-key.ts";
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
  TravelerType,
  ZonedInstant,
} from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import { airportCode, carrierCode, isFlightNumber, isInOrder, makeSlice } from "../wire/itinerary.ts";
import { toZoned } from "../wire/local-time.ts";
import { addMargin, type Margin } from "../wire/margin.ts";
import { toConditions } from "./conditions.ts";
import { type DuffelOffer, type DuffelSegment, type DuffelSlice, isOffer } from "./schema.ts";

type Travelers = SearchQuery["travelers"];

interface OfferContext {
  travelers: Travelers;
  places: SupplierPlaces;
  margin: Margin | undefined;
}

/**
 * Maps Duffel's offers and groups them by flight. An offer that does not have the documented format, or lacks something that every offer
 * of ours has, such as the IATA code of its airline, is left out.
 */
export function toFlights(offers: readonly unknown[], context: OfferContext): SuppliedFlight[] {
  const flights = new Map<string, SuppliedFlight>();
  for (const offer of offers) {
    const flight = isOffer(offer) ? toFlight(offer, context) : null;
    if (flight === null) continue;
    const key = itineraryKey(flight);
    const known = flights.get(key);
    if (known === undefined) flights.set(key, flight);
    else known.cash.push(...flight.cash);
  }
  return [...flights.values()];
}

/** Maps one offer to a flight with this offer alone; null if it cannot be represented. */
export function toFlight(offer: DuffelOffer, { travelers, places, margin }: OfferContext): SuppliedFlight | null {
  if (offer.partial === true) return null;
  const slices = toSlices(offer.slices, places);
  const cash = slices && toCashOffer(offer, slices, travelers);
  if (slices === null || cash === null) return null;
  const priced = margin === undefined ? cash : addMargin(cash, margin);
  return { slices, cash: [priced], award: [], emissions: toEmissions(offer, travelers) };
}

/** Maps the slices of an offer or order; null if they cannot be represented. */
export function toSlices(given: readonly DuffelSlice[], places: SupplierPlaces): Slice[] | null {
  const segments = given.map((slice) => slice.segments.map((segment) => toSegment(segment, places)));
  const slices = segments.map((list) => (list.includes(null) ? null : makeSlice(list.filter((one) => one !== null))));
  const known = slices.filter((slice) => slice !== null);
  return known.length === 0 || known.length < slices.length || !known.every(isInOrder) ? null : known;
}

function toSegment(segment: DuffelSegment, places: SupplierPlaces): Segment | null {
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
  if (!isComplete || departure === null || arrival === null) return null;
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
  };
}

function toInstant(local: string, place: DuffelSegment["origin"], places: SupplierPlaces): ZonedInstant | null {
  const timeZone = place.time_zone ?? places.findTimeZone(place.iata_code);
  return timeZone === undefined ? null : toZoned(local, timeZone);
}

function toCashOffer(
  offer: DuffelOffer,
  slices: readonly Slice[],
  travelers: Travelers,
): (CashOffer & { currency: Currency }) | null {
  const currency = toCurrency(offer.total_currency);
  const total = currency && toMinor(offer.total_amount, currency);
  if (currency === null || total === null) return null;
  const amountOf = (amount: string | null | undefined, code: string | null | undefined) =>
    amount && code === offer.total_currency ? toMinor(amount, currency) : null;
  const tax = amountOf(offer.tax_amount, offer.tax_currency);
  const fares = offer.slices.flatMap((slice) => slice.segments.map(toFareSegment));
  const segments = fares.filter((fare) => fare !== null);
  if (segments.length < fares.length) return null;
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
    requires: requirementsOf(offer),
  };
}

/** Duffel states no price for each traveler; that of the only one is the total. */
function perTravelerOf({ adults, children, infants }: Travelers, total: number): CashOffer["perTraveler"] {
  const counts: [TravelerType, number][] = [
    ["adult", adults],
    ["child", children],
    ["infant", infants],
  ];
  const isAlone = adults + children + infants === 1;
  return counts.flatMap(([type, count]) => (count === 0 ? [] : [{ type, count, total: isAlone ? total : null }]));
}

function toFareSegment({ passengers }: DuffelSegment): FareSegment | null {
  const [passenger] = passengers;
  const cabin = cabins.find((each) => each === passenger?.cabin_class);
  if (passenger === undefined || cabin === undefined) return null;
  const bags = passenger.baggages ?? [];
  const countOf = (type: string) => bags.find((bag) => bag.type === type)?.quantity ?? null;
  return {
    cabin,
    bookingClass: null,
    fareBasis: passenger.fare_basis_code ?? null,
    baggage: { carryOn: countOf("carry_on"), checked: countOf("checked") },
  };
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
function requirementsOf(offer: DuffelOffer): BookingRequirements {
  const payBefore = offer.payment_requirements?.payment_required_by;
  return {
    identityDocument: offer.passenger_identity_documents_required ?? false,
    title: true,
    gender: true,
    payBeforeMs: payBefore ? Date.parse(payBefore) : null,
  };
}

/** Duffel states the emissions of all travelers; an equal share is exact only if each has a seat. */
function toEmissions({ total_emissions_kg }: DuffelOffer, { adults, children, infants }: Travelers): Emissions | null {
  const total = toNumber(total_emissions_kg);
  if (total === null || infants > 0) return null;
  return { kgCO2ePerTraveler: total / (adults + children), typicalKg: null, method: "duffel" };
}

function toNumber(text: string | null | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
