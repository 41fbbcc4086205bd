import type { CallContext, SupplierClient } from "../client/supplier-client.ts";
import { type OfferReference, type Repriced, SupplierFailure, type SupplierPlaces } from "../port/port.ts";
import { type AvailabilityRow, isTrip, isTripsResponse } from "./schema.ts";
import { toFlight } from "./trips.ts";

/** Looks up the trip of an award again: the same miles and taxes are available, others changed, a missing trip is sold out. */
export async function repriceTrip(
  client: SupplierClient,
  call: CallContext,
  { reference: { kept, query, searchedAtMs }, places }: { reference: OfferReference; places: SupplierPlaces },
): Promise<Repriced> {
  const quoted = kept?.award[0];
  const [, rowId, tripId] = /^([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9_-]{1,100})$/.exec(quoted?.reference ?? "") ?? [];
  if (kept === undefined || quoted === undefined || rowId === undefined) return { status: "unknown" };
  const trip = (await findTrips(client, call, rowId)).filter(isTrip).find(({ ID }) => ID === tripId);
  if (trip === undefined) return { status: "sold_out" };
  // The response does not say when the seats were seen; they were seen at the time of the search at the latest.
  const row: AvailabilityRow = {
    ID: rowId,
    Source: trip.Source,
    Date: query.departureDate,
    UpdatedAt: new Date(quoted.observedAtMs).toISOString(),
    TaxesCurrency: quoted.currency ?? null,
  };
  const current = toFlight(row, trip, { query, searchedAtMs, places });
  const offer = current?.award[0];
  if (current === null || offer === undefined) return { status: "sold_out" };
  const isSame = offer.miles === quoted.miles && offer.total === quoted.total && offer.cabin === quoted.cabin;
  const merged = { ...quoted, seatsRemaining: offer.seatsRemaining, confidence: offer.confidence };
  return isSame
    ? { status: "available", flight: { ...kept, award: [merged] } }
    : { status: "changed", quoted: kept, current };
}

async function findTrips(client: SupplierClient, call: CallContext, rowId: string): Promise<unknown[]> {
  try {
    const response = await client.call({ method: "GET", path: `/trips/${rowId}` }, call);
    if (isTripsResponse(response)) return response.data;
  } catch (error) {
    if (error instanceof SupplierFailure && error.status === 404) return [];
    throw error;
  }
  throw new SupplierFailure("format", "seats-aero did not send trips");
}
