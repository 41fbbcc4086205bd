import type { Airport } from "@wayfare/world";
import type { OfferGenerator, WireOffer } from "../duffel/offers.ts";
import type { DuffelSearch } from "../duffel/search-requests.ts";
import { type DemoFlight, type DemoFlights, type DemoSegment, priceOf } from "./flights.ts";

/** A fare brand: its price, and the costs of a change or a cancellation. */
interface Brand {
  name: string;
  factor: number;
  /** Share of the price that a cancellation costs; null if it is not refundable. */
  refundPenalty: number | null;
  changePenalty: number | null;
  checkedBags: number;
}

const brands: readonly Brand[] = [
  { name: "Basic", factor: 1, refundPenalty: null, changePenalty: null, checkedBags: 0 },
  { name: "Standard", factor: 1.18, refundPenalty: 0.4, changePenalty: 0.15, checkedBags: 1 },
  { name: "Flex", factor: 1.45, refundPenalty: 0, changePenalty: 0, checkedBags: 2 },
];
const offerTtlMs = 30 * 60_000;
const taxShare = 0.16;
/** Children pay less, and infants on a lap a tenth. */
const shareOfType = { child: 0.75, infant_without_seat: 0.1 } as const;

/** Returns a generator of Duffel's offers: each flight of an airline, with the flight back of the same airline, in each brand. */
export function makeDuffelOffers(flights: DemoFlights, nowMs: () => number): OfferGenerator {
  return (search, requestId) => {
    const slices = search.slices.map(({ departureDate, ...places }) =>
      flights.find({ ...places, date: departureDate, maxConnections: search.maxConnections }),
    );
    const trips = (slices[0] ?? []).flatMap((first) => {
      const rest = slices.slice(1).map((each) => each.find(({ carrier }) => carrier === first.carrier));
      return rest.includes(undefined) ? [] : [[first, ...rest.filter((each) => each !== undefined)]];
    });
    return trips.flatMap((trip, at) =>
      brands.map((brand) => {
        const id = `off_${requestId.slice("orq_".length)}_${at}${brand.name}`;
        return toOffer(trip, { id, brand, search, nowMs: nowMs() });
      }),
    );
  };
}

function toOffer(
  trip: readonly DemoFlight[],
  { id, brand, search, nowMs }: { id: string; brand: Brand; search: DuffelSearch; nowMs: number },
): WireOffer {
  const share = search.passengers.reduce((sum, passenger) => sum + shareOf(passenger.type), 0);
  const cents = Math.round(trip.reduce((sum, flight) => sum + priceOf(flight, search.cabin), 0) * share * brand.factor);
  const tax = Math.round(cents * taxShare);
  const penaltyOf = (penalty: number | null) => ({
    allowed: penalty !== null,
    penalty_amount: penalty === null ? null : toAmount(Math.round(cents * penalty)),
    penalty_currency: penalty === null ? null : "USD",
  });
  const conditions = {
    refund_before_departure: penaltyOf(brand.refundPenalty),
    change_before_departure: penaltyOf(brand.changePenalty),
  };
  const owner = carrierOf(trip[0]?.segments[0]);
  return {
    id,
    live_mode: search.isLive,
    partial: false,
    created_at: new Date(nowMs).toISOString(),
    updated_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + offerTtlMs).toISOString(),
    owner,
    total_amount: toAmount(cents),
    total_currency: "USD",
    base_amount: toAmount(cents - tax),
    base_currency: "USD",
    tax_amount: toAmount(tax),
    tax_currency: "USD",
    total_emissions_kg: String(Math.round(trip.reduce((sum, { km }) => sum + km, 0) * 0.085)),
    conditions,
    private_fares: [],
    passenger_identity_documents_required: false,
    supported_passenger_identity_document_types: ["passport"],
    payment_requirements: {
      requires_instant_payment: true,
      price_guarantee_expires_at: null,
      payment_required_by: null,
    },
    passengers: search.passengers.map((passenger) => ({ ...passenger, loyalty_programme_accounts: [] })),
    slices: trip.map((flight, at) => toSlice(flight, { id: `sli_${id}_${at}`, brand, search, conditions })),
  };
}

function shareOf(type: string | null): number {
  return type === "child" || type === "infant_without_seat" ? shareOfType[type] : 1;
}

function toSlice(
  flight: DemoFlight,
  {
    id,
    brand,
    search,
    conditions,
  }: { id: string; brand: Brand; search: DuffelSearch; conditions: { change_before_departure: object } },
) {
  const [first, last] = [flight.segments[0], flight.segments.at(-1)];
  return {
    id,
    fare_brand_name: brand.name,
    duration: toDuration(flight.durationMinutes),
    origin_type: "airport",
    origin: first && placeOf(first.origin),
    destination_type: "airport",
    destination: last && placeOf(last.destination),
    conditions: { change_before_departure: conditions.change_before_departure },
    segments: flight.segments.map((segment, at) => ({
      id: `seg_${id.slice("sli_".length)}_${at}`,
      origin: placeOf(segment.origin),
      destination: placeOf(segment.destination),
      origin_terminal: null,
      destination_terminal: null,
      departing_at: segment.departsAt,
      arriving_at: segment.arrivesAt,
      duration: toDuration((segment.arrivalMs - segment.departureMs) / 60_000),
      distance: String(segment.km),
      marketing_carrier: carrierOf(segment),
      marketing_carrier_flight_number: segment.number,
      operating_carrier: carrierOf(segment),
      operating_carrier_flight_number: segment.number,
      aircraft: null,
      stops: [],
      passengers: search.passengers.map((passenger) => ({
        passenger_id: passenger.id,
        cabin_class: search.cabin,
        cabin_class_marketing_name: search.cabin.replace("_", " "),
        fare_basis_code: `${search.cabin === "business" ? "J" : "Y"}${brand.name.slice(0, 3).toUpperCase()}1`,
        baggages: [
          { type: "checked", quantity: brand.checkedBags },
          { type: "carry_on", quantity: 1 },
        ],
      })),
    })),
  };
}

function placeOf({ code, name, cityName, cityCode, country, latitude, longitude, timeZone }: Airport) {
  return {
    id: `arp_${code.toLowerCase()}_${country.toLowerCase()}`,
    type: "airport",
    name,
    iata_code: code,
    iata_city_code: cityCode,
    iata_country_code: country,
    city_name: cityName,
    latitude,
    longitude,
    time_zone: timeZone,
  };
}

function carrierOf(segment: DemoSegment | undefined) {
  const { code, name } = segment?.carrier ?? { code: "ZZ", name: "Duffel Airways" };
  return { id: `arl_${code}`, iata_code: code, name };
}

function toAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

function toDuration(minutes: number): string {
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
}
