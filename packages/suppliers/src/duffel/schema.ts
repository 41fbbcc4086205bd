import { type Static, Type } from "typebox";
import { validatorOf } from "../wire/validator.ts";

/*
 * Members of Duffel's API v2 that are read (https://duffel.com/docs/api/v2/offer-requests). All others are ignored. Members that older
 * responses lack are optional.
 */

const nullableString = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const CarrierSchema = Type.Object({ iata_code: nullableString });
const PlaceSchema = Type.Object({ iata_code: Type.String(), time_zone: nullableString });
const ConditionSchema = Type.Optional(
  Type.Union([
    Type.Object({
      allowed: Type.Union([Type.Boolean(), Type.Null()]),
      penalty_amount: nullableString,
      penalty_currency: nullableString,
    }),
    Type.Null(),
  ]),
);

const SegmentPassengerSchema = Type.Object({
  passenger_id: nullableString,
  cabin_class: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  fare_basis_code: nullableString,
  baggages: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({ type: Type.String(), quantity: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]) }),
      ),
      Type.Null(),
    ]),
  ),
});

/** A technical stop (duffelhq/duffel-api-javascript, `OfferSliceSegmentStop`). */
const StopSchema = Type.Object({
  airport: PlaceSchema,
  arriving_at: nullableString,
  departing_at: nullableString,
});

const SegmentSchema = Type.Object({
  origin: PlaceSchema,
  destination: PlaceSchema,
  origin_terminal: nullableString,
  destination_terminal: nullableString,
  departing_at: Type.String(),
  arriving_at: Type.String(),
  marketing_carrier: CarrierSchema,
  marketing_carrier_flight_number: nullableString,
  operating_carrier: Type.Optional(Type.Union([CarrierSchema, Type.Null()])),
  operating_carrier_flight_number: nullableString,
  aircraft: Type.Optional(Type.Union([Type.Object({ iata_code: nullableString }), Type.Null()])),
  distance: nullableString,
  stops: Type.Optional(Type.Union([Type.Array(StopSchema), Type.Null()])),
  passengers: Type.Array(SegmentPassengerSchema),
});

const SliceSchema = Type.Object({
  fare_brand_name: nullableString,
  conditions: Type.Optional(Type.Union([Type.Object({ change_before_departure: ConditionSchema }), Type.Null()])),
  segments: Type.Array(SegmentSchema),
});

const OfferSchema = Type.Object({
  id: Type.String({ maxLength: 200 }),
  live_mode: Type.Optional(Type.Boolean()),
  partial: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  created_at: Type.String(),
  expires_at: Type.String(),
  total_amount: Type.String(),
  total_currency: Type.String(),
  base_amount: nullableString,
  base_currency: nullableString,
  tax_amount: nullableString,
  tax_currency: nullableString,
  total_emissions_kg: nullableString,
  owner: CarrierSchema,
  conditions: Type.Optional(
    Type.Union([
      Type.Object({ refund_before_departure: ConditionSchema, change_before_departure: ConditionSchema }),
      Type.Null(),
    ]),
  ),
  passenger_identity_documents_required: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  payment_requirements: Type.Optional(Type.Union([Type.Object({ payment_required_by: nullableString }), Type.Null()])),
  slices: Type.Array(SliceSchema),
  passengers: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        type: nullableString,
        age: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
      }),
    ),
  ),
});

export type DuffelCondition = Static<typeof ConditionSchema> | undefined;
export type DuffelOffer = Static<typeof OfferSchema>;
export type DuffelSegment = Static<typeof SegmentSchema>;
export type DuffelStop = Static<typeof StopSchema>;
export type DuffelSlice = Static<typeof SliceSchema>;

const offerValidator = validatorOf(OfferSchema);

/** Returns true for an offer in the documented format. */
export function isOffer(value: unknown): value is DuffelOffer {
  return offerValidator.check(value);
}

const slicesValidator = validatorOf(Type.Array(SliceSchema, { minItems: 1 }));

/** Returns true for slices of an order in the documented format. */
export function isSlices(value: unknown): value is DuffelSlice[] {
  return slicesValidator.check(value);
}

const ResultSchema = Type.Object({
  data: Type.Object({
    id: Type.String({ pattern: "^[A-Za-z0-9_-]{1,200}$" }),
    offers: Type.Optional(Type.Array(Type.Unknown())),
    remaining_batches: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
});
const resultValidator = validatorOf(ResultSchema);

/** Result of an offer request or a batch offer request, with unchecked offers. */
export function isResult(value: unknown): value is Static<typeof ResultSchema> {
  return resultValidator.check(value);
}

const errorValidator = validatorOf(
  Type.Object({ errors: Type.Array(Type.Object({ code: Type.String() }), { minItems: 1 }) }),
);

/** Returns the code of an error response, such as `offer_no_longer_available`. */
export function readErrorCode(value: unknown): string | null {
  return errorValidator.check(value) ? (value.errors[0]?.code ?? null) : null;
}
