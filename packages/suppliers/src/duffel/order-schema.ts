import { type Static, type TSchema, Type } from "typebox";
import { validatorOf } from "../wire/validator.ts";

/* Members of Duffel's orders and order cancellations that are read (https://duffel.com/docs/api/v2/orders). All others are ignored. */

/** Member of an order's metadata with the id of our booking. */
export const bookingKey = "wayfare_booking_id";

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

const nullableTyped = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

const CreditSchema = Type.Object({
  credit_amount: Type.String(),
  credit_currency: Type.String(),
  credit_code: nullableString,
  expires_at: nullableString,
});

const refundMembers = {
  refund_amount: nullableString,
  refund_currency: nullableString,
  refund_to: nullableString,
  airline_credits: nullableTyped(Type.Array(CreditSchema)),
};

const RefundSchema = Type.Object({ id, ...refundMembers });

const ChangeSchema = Type.Object({
  id,
  action_taken: nullableString,
  available_actions: nullableTyped(Type.Array(Type.String())),
  added: Type.Optional(Type.Unknown()),
  removed: Type.Optional(Type.Unknown()),
});

const OrderSchema = Type.Object({
  id,
  booking_reference: nullableString,
  total_amount: Type.String(),
  total_currency: Type.String(),
  created_at: nullableString,
  cancelled_at: nullableString,
  cancellation: nullableTyped(RefundSchema),
  airline_initiated_changes: nullableTyped(Type.Array(ChangeSchema)),
  slices: Type.Optional(Type.Unknown()),
  metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});

/** Orders of others are not read, so that none of them makes a page unreadable. */
const OrderListSchema = Type.Object({
  data: Type.Array(Type.Unknown()),
  meta: Type.Optional(Type.Union([Type.Object({ after: nullableString }), Type.Null()])),
});

const OwnOrderSchema = Type.Object({ metadata: Type.Object({ [bookingKey]: Type.String() }) });

const CancellationSchema = Type.Object({
  data: Type.Object({
    id,
    ...refundMembers,
    expires_at: nullableString,
    confirmed_at: nullableString,
  }),
});

const offerValidator = validatorOf(OfferToOrderSchema);
const orderValidator = validatorOf(Type.Object({ data: OrderSchema }));
const ownValidator = validatorOf(OwnOrderSchema);
const listValidator = validatorOf(OrderListSchema);
const cancellationValidator = validatorOf(CancellationSchema);

export type DuffelOfferPassenger = Static<typeof OfferPassengerSchema>;
export type DuffelOrder = Static<typeof OrderSchema>;
export type DuffelRefund = Static<typeof RefundSchema>;
export type DuffelChange = Static<typeof ChangeSchema>;

/** Returns true for the response of one offer with its passengers. */
export function isOfferToOrder(value: unknown): value is Static<typeof OfferToOrderSchema> {
  return offerValidator.check(value);
}

/** Returns true for the response of one order. */
export function isOrder(value: unknown): value is { data: DuffelOrder } {
  return orderValidator.check(value);
}

/** Returns true for an order whose metadata names one of our bookings. */
export function isOwnOrder(value: unknown): boolean {
  return ownValidator.check(value);
}

/** Returns true for a page of orders. */
export function isOrderList(value: unknown): value is Static<typeof OrderListSchema> {
  return listValidator.check(value);
}

/** Returns true for an order cancellation. */
export function isCancellation(value: unknown): value is Static<typeof CancellationSchema> {
  return cancellationValidator.check(value);
}
