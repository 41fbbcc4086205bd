import { type Static, type TSchema, Type } from "typebox";
import { validatorOf } from "../wire/validator.ts";

/*
 * Members of the Partner API that are read (https://developers.seats.aero). All others are ignored. 0 means unknown in `RemainingSeats` and
 * `TotalTaxes`. `DepartsAt` and `ArrivesAt` end in Z but are local times.
 */

const id = Type.String({ pattern: "^[A-Za-z0-9_-]{1,100}$" });
const count = Type.Number({ minimum: 0 });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

const TripSegmentSchema = Type.Object({
  FlightNumber: Type.String(),
  OriginAirport: Type.String(),
  DestinationAirport: Type.String(),
  DepartsAt: Type.String(),
  ArrivesAt: Type.String(),
  AircraftCode: orNull(Type.String()),
  Cabin: orNull(Type.String()),
  Distance: orNull(Type.Number()),
  Order: Type.Number(),
});

const TripSchema = Type.Object({
  ID: id,
  FlightNumbers: Type.String(),
  DepartsAt: Type.String(),
  ArrivesAt: Type.String(),
  OriginAirport: Type.String(),
  DestinationAirport: Type.String(),
  Connections: orNull(Type.Array(Type.String())),
  Cabin: Type.String(),
  MileageCost: count,
  TotalTaxes: orNull(count),
  RemainingSeats: orNull(count),
  Source: Type.String(),
  TaxesCurrency: orNull(Type.String()),
  AvailabilitySegments: orNull(Type.Array(TripSegmentSchema)),
});

const RowSchema = Type.Object({
  ID: id,
  Source: Type.String(),
  Date: Type.String(),
  TaxesCurrency: orNull(Type.String()),
  UpdatedAt: Type.String(),
  YAvailable: Type.Optional(Type.Boolean()),
  WAvailable: Type.Optional(Type.Boolean()),
  JAvailable: Type.Optional(Type.Boolean()),
  FAvailable: Type.Optional(Type.Boolean()),
  AvailabilityTrips: orNull(Type.Array(Type.Unknown())),
});

const SearchPageSchema = Type.Object({
  data: Type.Array(Type.Unknown()),
  hasMore: orNull(Type.Boolean()),
  cursor: orNull(Type.Number()),
});

const TripsSchema = Type.Object({
  data: Type.Array(Type.Unknown()),
  booking_links: orNull(Type.Array(Type.Object({ link: Type.String(), primary: orNull(Type.Boolean()) }))),
});

export type AvailabilityRow = Static<typeof RowSchema>;
export type AwardTrip = Static<typeof TripSchema>;
export type TripSegment = Static<typeof TripSegmentSchema>;
export type TripsResponse = Static<typeof TripsSchema>;

const [row, trip, page, trips] = [
  validatorOf(RowSchema),
  validatorOf(TripSchema),
  validatorOf(SearchPageSchema),
  validatorOf(TripsSchema),
];

export function isRow(value: unknown): value is AvailabilityRow {
  return row.check(value);
}

export function isTrip(value: unknown): value is AwardTrip {
  return trip.check(value);
}

export function isSearchPage(value: unknown): value is Static<typeof SearchPageSchema> {
  return page.check(value);
}

export function isTripsResponse(value: unknown): value is TripsResponse {
  return trips.check(value);
}
