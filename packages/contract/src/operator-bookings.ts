import { type Static, Type } from "typebox";
import { BookingParamsSchema, bookingStatuses, pendingReasons } from "./bookings.ts";
import { MoneySchema } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { environmentName, idOf, instant } from "./wire-values.ts";

/** Kinds of reports about an order at a supplier. */
export const orderReportTypes = [
  "unsettled",
  "late_order",
  "late_order_cancelled",
  "late_order_adopted",
  "order_missing",
  "second_order",
  "unknown_booking",
] as const;

export const orderOutcomes = ["confirmed", "failed"] as const;

export const OperatorBookingSchema = Type.Object(
  {
    id: idOf("bkg", "Id of the booking."),
    accountId: idOf(
      "acct",
      "Account of the booking; for `unknown_booking`, the account whose credential lists the order.",
    ),
    environment: environmentName,
    type: oneOf(orderReportTypes, {
      description:
        "`unsettled`: no result 15 minutes after the booking. `late_order`: an order exists although the booking failed, and its refund would not be full. `late_order_cancelled`, `late_order_adopted`: what was done with such an order. `order_missing`: the supplier has no order of a confirmed booking. `second_order`: another order of a booking that has one. `unknown_booking`: no booking has the id in the order's metadata.",
      examples: ["unsettled"],
    }),
    status: nullable(
      oneOf(bookingStatuses, {
        description: "Status of the booking; null if it does not exist.",
        examples: ["pending"],
      }),
    ),
    pendingReason: nullable(
      oneOf(pendingReasons, {
        description: "Why the booking is pending; null unless `status` is `pending`.",
        examples: ["unknown"],
      }),
    ),
    source: Type.String({ description: "Supplier of the order.", examples: ["duffel"] }),
    orderReference: nullable(
      Type.String({
        description: "The supplier's id of the order; null if it is not known.",
        examples: ["ord_0000A4tQ"],
      }),
    ),
    total: orNull(ref(MoneySchema), "Total of the booking; null if it does not exist."),
    requestedAt: nullable(instant("Time at which the order was requested; null if it was not.")),
    lookedUpAt: nullable(
      instant("Time at which the supplier's whole list was last read without finding the order; null if it never was."),
    ),
    reportedAt: instant("Time of the report."),
    resolvedAt: nullable(instant("Time at which it was settled; null if an operator should act.")),
  },
  { $id: "OperatorBooking", description: "Booking whose order an operator should know about. Without travelers." },
);

export const operatorBookingQuery = {
  type: Type.Optional(oneOf(orderReportTypes, { description: "Only reports of this type.", examples: ["unsettled"] })),
  open: Type.Optional(
    Type.Boolean({ description: "True for reports that need an operator, false for settled ones.", examples: [true] }),
  ),
};

export const SettleBookingSchema = Type.Object(
  {
    outcome: oneOf(orderOutcomes, {
      description:
        "`confirmed`: the order `orderReference` exists; it is read at the supplier first. `failed`: there is no order.",
      examples: ["confirmed"],
    }),
    orderReference: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{1,200}$",
        description: "The supplier's id of the order. Required for `confirmed`.",
        examples: ["ord_0000A4tQSmKyqOrcySrGbo"],
      }),
    ),
  },
  { $id: "SettleBooking", additionalProperties: false, description: "Outcome of an order, as an operator found it." },
);

export const OperatorBookingParamsSchema = BookingParamsSchema;

export type OrderReportType = (typeof orderReportTypes)[number];
export type OperatorBooking = Static<typeof OperatorBookingSchema>;
export type SettleBooking = Static<typeof SettleBookingSchema>;
