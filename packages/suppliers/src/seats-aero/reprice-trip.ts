import type { CallContext, SupplierClient } from "../client/supplier-client.ts";
import {
  type AwardOffer,
  type OfferReference,
  type Repriced,
  type Slice,
  SupplierFailure,
  type SupplierPlaces,
} from "../port/port.ts";
import { joinTickets } from "./award-pairs.ts";
import { primaryLinkOf, withBookingLink } from "./booking-link.ts";
import { type AvailabilityRow, isTrip, isTripsResponse, type TripsResponse } from "./schema.ts";
import { toFlight } from "./trips.ts";

/** A trip as it is offered now: its slice and its award, with the booking link that `/trips` has returned. */
interface CurrentTrip {
  slice: Slice;
  award: AwardOffer;
}

interface TripQuery extends Pick<OfferReference, "query" | "searchedAtMs"> {
  places: SupplierPlaces;
  quoted: AwardOffer;
}

const tripReference = /^([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9_-]{1,100})$/;

/**
 * Looks up the trip of each ticket of an award again, one call each: the same miles and taxes are available, others changed, a missing trip is
 * sold out. The offer has the booking link of each ticket in every case.
 */
export async function repriceTrip(
  client: SupplierClient,
  call: CallContext,
  { reference: { kept, query, searchedAtMs }, places }: { reference: OfferReference; places: SupplierPlaces },
): Promise<Repriced> {
  const quoted = kept?.award[0];
  const references = (quoted?.reference ?? "").split(" ").map((reference) => tripReference.exec(reference));
  if (kept === undefined || quoted === undefined || references.includes(null)) return { status: "unknown" };
  const terms = { query, searchedAtMs, places, quoted };
  const found = await Promise.all(
    references.map(async (reference) => {
      const [, rowId = "", tripId = ""] = reference ?? [];
      return findTrip(client, call, { rowId, tripId, ...terms });
    }),
  );
  const trips = found.filter((trip) => trip !== null);
  const [first] = trips;
  if (first === undefined || trips.length < found.length) return { status: "sold_out" };
  const offer = trips.length === 1 ? first.award : joinTickets(trips, query.currency);
  const isSame =
    offer.miles === quoted.miles &&
    offer.cabin === quoted.cabin &&
    moneyOf(offer) === moneyOf(quoted) &&
    offer.currency === quoted.currency;
  if (!isSame) {
    const current = { slices: trips.map(({ slice }) => slice), cash: [], award: [offer], emissions: null };
    return { status: "changed", quoted: kept, current };
  }
  const { seatsRemaining, confidence, bookingLink, tickets } = offer;
  const fresh = withBookingLink({ ...quoted, seatsRemaining, confidence, ...(tickets && { tickets }) }, bookingLink);
  return { status: "available", flight: { ...kept, award: [fresh] } };
}

/** Equal for the same money part, of each ticket if there are several. */
function moneyOf({ total, tickets }: AwardOffer): string {
  return JSON.stringify(tickets?.map((ticket) => [ticket.total, ticket.currency ?? null]) ?? total);
}

/** Returns the trip as it is offered now; null if it is gone. */
async function findTrip(
  client: SupplierClient,
  call: CallContext,
  { rowId, tripId, quoted, query, searchedAtMs, places }: TripQuery & { rowId: string; tripId: string },
): Promise<CurrentTrip | null> {
  const response = await callTrips(client, call, rowId);
  const trip = response.data.filter(isTrip).find(({ ID }) => ID === tripId);
  if (trip === undefined) return null;
  const ticket = quoted.tickets?.find(({ reference }) => reference === `${rowId}/${tripId}`);
  // The response does not say when the seats were seen; they were seen at the time of the search at the latest.
  const row: AvailabilityRow = {
    ID: rowId,
    Source: trip.Source,
    Date: query.departureDate,
    UpdatedAt: new Date(quoted.observedAtMs).toISOString(),
    TaxesCurrency: (ticket ?? quoted).currency ?? null,
  };
  const flight = toFlight(row, trip, { query, searchedAtMs, places });
  const [slice, award] = [flight?.slices[0], flight?.award[0]];
  if (slice === undefined || award === undefined) return null;
  return { slice, award: withBookingLink(award, primaryLinkOf(response)) };
}

async function callTrips(client: SupplierClient, call: CallContext, rowId: string): Promise<TripsResponse> {
  try {
    const response = await client.call({ method: "GET", path: `/trips/${rowId}` }, call);
    if (isTripsResponse(response)) return response;
  } catch (error) {
    if (error instanceof SupplierFailure && error.status === 404) return { data: [] };
    throw error;
  }
  throw new SupplierFailure("format", "seats-aero did not send trips");
}
