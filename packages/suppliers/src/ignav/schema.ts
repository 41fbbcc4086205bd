import { type Static, type TSchema, Type } from "typebox";
import { validatorOf } from "../wire/validator.ts";

/* Members of Ignav's REST API that are read (https://ignav.com/docs). All others are ignored. */

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

const SegmentSchema = Type.Object({
  marketing_carrier_code: orNull(Type.String()),
  flight_number: orNull(Type.String()),
  departure_airport: Type.String(),
  arrival_airport: Type.String(),
  departure_time_local: Type.String(),
  arrival_time_local: Type.String(),
  departure_time_utc: orNull(Type.String()),
  arrival_time_utc: orNull(Type.String()),
});

const LegSchema = Type.Object({ segments: Type.Array(SegmentSchema, { minItems: 1 }) });
const bags = orNull(Type.Integer({ minimum: 0 }));

const ItinerarySchema = Type.Object({
  ignav_id: Type.String({ minLength: 1, maxLength: 900 }),
  price: Type.Object({ amount: Type.Number(), currency: Type.String(), status: orNull(Type.String()) }),
  /** Slices of a multi-city trip, instead of `outbound` and `inbound`. */
  legs: orNull(Type.Array(LegSchema)),
  outbound: orNull(LegSchema),
  inbound: orNull(LegSchema),
  cabin_class: orNull(Type.String()),
  requires_self_transfer: orNull(Type.Boolean()),
  bags: orNull(Type.Object({ carry_on: bags, checked: bags })),
});

export type IgnavItinerary = Static<typeof ItinerarySchema>;
export type IgnavSegment = Static<typeof SegmentSchema>;

const itinerary = validatorOf(ItinerarySchema);
const fares = validatorOf(Type.Object({ itineraries: Type.Array(Type.Unknown()) }));
const links = validatorOf(
  Type.Object({ booking_options: Type.Array(Type.Object({ links: Type.Array(Type.Object({ url: Type.String() })) })) }),
);
const failure = validatorOf(Type.Object({ error: Type.Object({ code: Type.String() }) }));

export function isItinerary(value: unknown): value is IgnavItinerary {
  return itinerary.check(value);
}

export function isFares(value: unknown): value is { itineraries: unknown[] } {
  return fares.check(value);
}

/** Returns the first booking link that is an https URL. */
export function findBookingLink(value: unknown): string | undefined {
  if (!links.check(value)) return undefined;
  const urls = value.booking_options.flatMap((option) => option.links.map(({ url }) => url));
  return urls.find((url) => URL.canParse(url) && new URL(url).protocol === "https:");
}

export function readErrorCode(value: unknown): string | null {
  return failure.check(value) ? value.error.code : null;
}
