import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";

/* Members of Duffel's orders and order cancellations that are read (https://duffel.com/docs/api/v2/orders). All others are ignored. */

const id = Type.String({ pattern: "^[A-Za-z0-9_-]{1,200}$" });
const nullableString = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const OfferPassengerSchema = Type.Object({
  id,
  type: nullableString,
  age: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
});

const OfferToOrderSchema = Type.Object({
  data: Type.Object({
    total_amount: Type.String(),
    total_currency: Type.String(),
    passengers: Type.Array(OfferPassengerSchema, { minItems: 1 }),
  }),
});

const OrderSchema = Type.Object({
  id,
  booking_reference: nullableString,
  total_amount: Type.String(),
  total_currency: Type.String(),
  created_at: Type.String(),
  cancelled_at: nullableString,
  slices: Type.Optional(Type.Unknown()),
  metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});

const OrderListSchema = Type.Object({
  data: Type.Array(OrderSchema),
  meta: Type.Optional(Type.Union([Type.Object({ after: nullableString }), Type.Null()])),
});

const CancellationSchema = Type.Object({
  data: Type.Object({
    id,
    refund_amount: Type.String(),
    refund_currency: Type.String(),
    expires_at: nullableString,
    confirmed_at: nullableString,
  }),
});

const offerValidator = Compile(OfferToOrderSchema);
const orderValidator = Compile(Type.Object({ data: OrderSchema }));
const listValidator = Compile(OrderListSchema);
const cancellationValidator = Compile(CancellationSchema);

export type DuffelOfferPassenger = Static<typeof OfferPassengerSchema>;
export type DuffelOrder = Static<typeof OrderSchema>;

/** Returns true for the response of one offer with its passengers. */
export function isOfferToOrder(value: unknown): value is Static<typeof OfferToOrderSchema> {
  return offerValidator.Check(value);
}

/** Returns true for the response of one order. */
export function isOrder(value: unknown): value is { data: DuffelOrder } {
  return orderValidator.Check(value);
}

/** Returns true for a page of orders. */
export function isOrderList(value: unknown): value is Static<typeof OrderListSchema> {
  return listValidator.Check(value);
}

/** Returns true for an order cancellation. */
export function isCancellation(value: unknown): value is Static<typeof CancellationSchema> {
  return cancellationValidator.Check(value);
}
