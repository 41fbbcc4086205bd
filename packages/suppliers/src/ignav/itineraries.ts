import { cabins, countTravelers, listTravelerCounts } from "@wayfare/contract";
import {
  type CashOffer,
  type DropReason,
  type FlightBatch,
  isDropped,
  OfferCounter,
  type SearchQuery,
  type Segment,
  type SuppliedFlight,
  type SupplierPlaces,
  type ZonedInstant,
} from "../port/port.ts";
import { numberToMinor, toCurrency } from "../wire/amounts.ts";
import { airportCode, carrierCode, isFlightNumber, isInOrder, makeSlice } from "../wire/itinerary.ts";
import { toZoned, toZonedByUtc } from "../wire/local-time.ts";
import { type IgnavItinerary, type IgnavSegment, isItinerary } from "./schema.ts";

interface MappingContext {
  query: Pick<SearchQuery, "travelers" | "cabin">;
  places: SupplierPlaces;
}

/** Maps itineraries. Those that need a transfer by the traveler, or lack a flight number, are counted with the reason. */
export function toBatch(itineraries: readonly unknown[], context: MappingContext): FlightBatch & { received: number } {
  const flights: SuppliedFlight[] = [];
  const counter = new OfferCounter();
  for (const itinerary of itineraries) {
    const flight = isItinerary(itinerary) ? toFlight(itinerary, context) : "incomplete";
    if (isDropped(flight)) counter.drop(flight);
    else flights.push(flight);
  }
  return { flights, received: itineraries.length, dropped: counter.dropped };
}

function toFlight(itinerary: IgnavItinerary, { query, places }: MappingContext): SuppliedFlight | DropReason {
  if (itinerary.requires_self_transfer === true) return "filter";
  const legs =
    itinerary.legs ?? [itinerary.outbound, itinerary.inbound].filter((leg) => leg !== undefined && leg !== null);
  const slices: SuppliedFlight["slices"] = [];
  for (const { segments } of legs) {
    const mapped = segments.map((segment) => toSegment(segment, places));
    const reason = mapped.find(isDropped);
    if (reason !== undefined) return reason;
    const slice = makeSlice(mapped.filter((segment) => typeof segment !== "string"));
    if (slice === null || !isInOrder(slice)) return "incomplete";
    slices.push(slice);
  }
  if (slices.length === 0) return "incomplete";
  const cash = toCashOffer(itinerary, slices.flatMap(({ segments }) => segments).length, query);
  return isDropped(cash) ? cash : { slices, cash: [cash], award: [], emissions: null };
}

function toSegment(segment: IgnavSegment, places: SupplierPlaces): Segment | DropReason {
  const { departure_airport: origin, arrival_airport: destination } = segment;
  const marketingCarrier = segment.marketing_carrier_code ?? "";
  const flightNumber = segment.flight_number ?? "";
  const departure = toInstant([segment.departure_time_local, segment.departure_time_utc], origin, places);
  const arrival = toInstant([segment.arrival_time_local, segment.arrival_time_utc], destination, places);
  const isComplete =
    carrierCode.test(marketingCarrier) &&
    isFlightNumber(flightNumber) &&
    airportCode.test(origin) &&
    airportCode.test(destination);
  if (!isComplete) return "incomplete";
  if (isDropped(departure)) return departure;
  if (isDropped(arrival)) return arrival;
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

function toInstant(
  [local, utc]: [string, string | null | undefined],
  airport: string,
  places: SupplierPlaces,
): ZonedInstant | DropReason {
  if (utc) return toZonedByUtc(local, utc) ?? "incomplete";
  const timeZone = places.findTimeZone(airport);
  return timeZone === undefined ? "time_zone" : (toZoned(local, timeZone, places.timeZones) ?? "incomplete");
}

function toCashOffer(
  { price, cabin_class, bags, ignav_id }: IgnavItinerary,
  segments: number,
  { travelers, cabin: searched }: MappingContext["query"],
): CashOffer | DropReason {
  const currency = toCurrency(price.currency);
  if (currency === null) return "currency";
  const total = numberToMinor(price.amount, currency);
  // Ignav searches one cabin; an itinerary that does not repeat it is in that cabin.
  const cabin = cabin_class ? cabins.find((each) => each === cabin_class) : searched;
  if (total === null || cabin === undefined) return "incomplete";
  const isAlone = countTravelers(travelers) === 1;
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
    perTraveler: listTravelerCounts(travelers).map((each) => ({ ...each, total: isAlone ? total : null })),
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
