import { cabins } from "@wayfare/contract";
import type { CashOffer, SearchQuery, Segment, SuppliedFlight, SupplierPlaces, ZonedInstant } from "../port/port.ts";
import { numberToMinor, toCurrency } from "../wire/amounts.ts";
import { airportCode, carrierCode, isFlightNumber, isInOrder, makeSlice } from "../wire/itinerary.ts";
import { toZoned, toZonedByUtc } from "../wire/local-time.ts";
import { type IgnavItinerary, type IgnavSegment, isItinerary } from "./schema.ts";

interface MappingContext {
  query: Pick<SearchQuery, "travelers" | "cabin">;
  places: SupplierPlaces;
}

/** Maps itineraries; those that need a transfer by the traveler, or lack a flight number or a cabin, are left out. */
export function toFlights(itineraries: readonly unknown[], context: MappingContext): SuppliedFlight[] {
  return itineraries.flatMap((itinerary) => (isItinerary(itinerary) ? (toFlight(itinerary, context) ?? []) : []));
}

function toFlight(itinerary: IgnavItinerary, { query, places }: MappingContext): SuppliedFlight | null {
  if (itinerary.requires_self_transfer === true) return null;
  const legs =
    itinerary.legs ?? [itinerary.outbound, itinerary.inbound].filter((leg) => leg !== undefined && leg !== null);
  const slices = legs.map(({ segments }) => {
    const mapped = segments.map((segment) => toSegment(segment, places));
    return mapped.includes(null) ? null : makeSlice(mapped.filter((segment) => segment !== null));
  });
  const known = slices.filter((slice) => slice !== null);
  const cash = toCashOffer(itinerary, known.flatMap(({ segments }) => segments).length, query);
  if (known.length === 0 || known.length < slices.length || !known.every(isInOrder) || cash === null) return null;
  return { slices: known, cash: [cash], award: [], emissions: null };
}

function toSegment(segment: IgnavSegment, places: SupplierPlaces): Segment | null {
  const { departure_airport: origin, arrival_airport: destination } = segment;
  const marketingCarrier = segment.marketing_carrier_code ?? "";
  const flightNumber = segment.flight_number ?? "";
  const departure = toInstant(segment.departure_time_local, segment.departure_time_utc, places.findTimeZone(origin));
  const arrival = toInstant(segment.arrival_time_local, segment.arrival_time_utc, places.findTimeZone(destination));
  const isComplete =
    carrierCode.test(marketingCarrier) &&
    isFlightNumber(flightNumber) &&
    airportCode.test(origin) &&
    airportCode.test(destination);
  if (!isComplete || departure === null || arrival === null) return null;
  return {
    marketingCarrier,
    flightNumber,
    // Ignav states the names of operating carriers and of aircraft, not their codes.
    operatingCarrier: null,
    operatingFlightNumber: null,
    aircraft: null,
    origin,
    destination,
    originTerminal: null,
    destinationTerminal: null,
    departure,
    arrival,
    distanceKm: null,
  };
}

function toInstant(local: string, utc: string | null | undefined, timeZone: string | undefined): ZonedInstant | null {
  if (utc) return toZonedByUtc(local, utc);
  return timeZone === undefined ? null : toZoned(local, timeZone);
}

function toCashOffer(
  { price, cabin_class, bags, ignav_id }: IgnavItinerary,
  segments: number,
  { travelers, cabin: searched }: MappingContext["query"],
): CashOffer | null {
  const currency = toCurrency(price.currency);
  const total = currency && numberToMinor(price.amount, currency);
  // Itineraries are of the requested cabin, which some do not repeat.
  const cabin = cabin_class ? cabins.find((each) => each === cabin_class) : searched;
  if (currency === null || total === null || cabin === undefined) return null;
  const { adults, children, infants } = travelers;
  const isAlone = adults + children + infants === 1;
  const fare = {
    cabin,
    bookingClass: null,
    fareBasis: null,
    baggage: { carryOn: bags?.carry_on ?? null, checked: bags?.checked ?? null },
  };
  return {
    currency,
    total,
    base: null,
    taxes: null,
    surcharges: null,
    perTraveler: (
      [
        ["adult", adults],
        ["child", children],
        ["infant", infants],
      ] as const
    ).flatMap(([type, count]) => (count === 0 ? [] : [{ type, count, total: isAlone ? total : null }])),
    fareBrand: null,
    cabin,
    segments: Array.from({ length: segments }, () => fare),
    seatsRemaining: null,
    refundable: null,
    changeable: null,
    validatingCarrier: null,
    ...verifiedOf(price.status),
    reference: ignav_id,
  };
}

/** Other states than the documented ones say nothing about the price. */
function verifiedOf(status: string | null | undefined): Pick<CashOffer, "verified"> {
  if (status === "verified") return { verified: true };
  return status === "unverified" ? { verified: false } : {};
}
