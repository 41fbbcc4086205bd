import type { Currency, TravelerType } from "@wayfare/contract";
import type { SupplierAccess } from "./access.ts";
import type { Slice } from "./flight.ts";

/** A traveler as a supplier needs it. Personal data: never part of an error, a log entry or a URL. */
export interface OrderTraveler {
  type: TravelerType;
  givenName: string;
  familyName: string;
  /** YYYY-MM-DD. */
  bornOn: string;
  /** On the date of the last slice; absent for travelers who are 18 or older. */
  age?: number;
  title: string | null;
  gender: "female" | "male" | null;
  document: {
    type: "passport";
    number: string;
    /** ISO 3166-1 alpha-2. */
    issuingCountry: string;
    /** YYYY-MM-DD. */
    expiresOn: string;
  } | null;
  /** For an infant on a lap: index of the adult that it travels with. */
  withAdult: number | null;
}

/** An order to create. */
export interface NewOrder {
  /** Id of our booking, by which the order is found again. */
  bookingId: string;
  /** The supplier's reference of the offer. */
  offerReference: string;
  /** The price that the customer accepted, in minor units. */
  total: number;
  currency: Currency;
  travelers: readonly OrderTraveler[];
  contact: { email: string; phone: string };
}

/** An amount that a supplier charges or refunds, in minor units. */
export interface SupplierAmount {
  minor: number;
  currency: Currency;
}

/** An order at the supplier. */
export interface SupplierOrder {
  /** The supplier's id of the order. */
  id: string;
  /** The airline's record locator; null before it is known. */
  reference: string | null;
  charged: SupplierAmount;
  isCancelled: boolean;
  /** The confirmed cancellation; null if the order is not cancelled, or the supplier does not state it. */
  cancellation: SupplierRefund | null;
  /** Changes by the airline, oldest first. */
  changes: readonly SupplierOrderChange[];
  /** Id of our booking in the order's metadata; null if it names none. */
  bookingId: string | null;
  /** Time of the order; null if the supplier does not state it. */
  createdAtMs: number | null;
  /** The flights as they are now, without layover times of suppliers that do not state them; null if the supplier does not state them. */
  slices: readonly Slice[] | null;
}

/** Destination of a refund: the balance with the supplier, the form of payment, or a credit of the airline. */
export type RefundTarget = "balance" | "original_payment" | "airline_credit";

/** A credit of the airline. */
export interface SupplierCredit {
  /** Null before the airline has issued it. */
  code: string | null;
  amount: SupplierAmount;
  /** Null if the supplier does not state it. */
  expiresAtMs: number | null;
}

/** Refund of a supplier for a cancellation. */
export interface SupplierRefund {
  /** The supplier's id of the cancellation. */
  id: string;
  /** Null if the supplier does not state it. */
  refund: SupplierAmount | null;
  /** Null if the supplier does not state it, or nothing was paid. */
  refundTo: RefundTarget | null;
  credits: readonly SupplierCredit[];
}

/** A change of an order by the airline. */
export interface SupplierOrderChange {
  /** The supplier's id of the change. */
  id: string;
  /** `pending`: no one has acted yet. `applied`: the order was changed in another way. */
  status: "pending" | "accepted" | "cancelled" | "applied";
  /** Actions that the supplier offers now. */
  actions: readonly ("accept" | "cancel")[];
  /** Slices before and after the change; null if the supplier does not state them in a form that is understood. */
  removed: readonly Slice[] | null;
  added: readonly Slice[] | null;
}

/** One page of a supplier's list of orders. The list has no particular order. */
export interface OrderPage {
  orders: readonly SupplierOrder[];
  /** Cursor of the next page; null at the end of the list. */
  next: string | null;
}

/** Result of looking through pages of the list for the order of a booking. */
export interface OrderLookup {
  order: SupplierOrder | null;
  /** Cursor of the next page; null if all of the list was read. */
  next: string | null;
}

/** An event that a supplier has signed. */
export interface SupplierOrderEvent {
  /** `created` and `creation_failed` end a request that was accepted without a result; `changed` is everything else. */
  kind: "created" | "creation_failed" | "changed";
  /** At least one of these is not null. */
  orderId: string | null;
  bookingId: string | null;
  offerReference: string | null;
}

/**
 * Result of creating an order. Only `accepted` and `unknown` leave open whether the order exists; every other result but `created` means that it does
 * not.
 */
export type CreatedOrder =
  | { status: "created"; order: SupplierOrder }
  /** The supplier has accepted the request and has no result yet. */
  | { status: "accepted" }
  /** The supplier no longer sells the offer. */
  | { status: "unavailable" }
  | { status: "expired" }
  /** The price differs from the accepted one. `current` is null if the supplier refused the order without stating it. */
  | { status: "changed"; current: SupplierAmount | null }
  /** The balance with the supplier is too low. */
  | { status: "insufficient_balance" }
  /** The supplier guarantees that it created no order and took no payment. */
  | { status: "not_created"; code: string | null }
  /** The supplier refused the order. `code` is the supplier's error code, null without one. */
  | { status: "refused"; code: string | null }
  /** No order was requested, for example because the supplier was not reached. Can be tried again. */
  | { status: "not_sent" }
  | { status: "unknown" };

/** A cancellation that the supplier offers. */
export interface CancellationQuote extends SupplierRefund {
  /** Null if the supplier does not limit it. */
  expiresAtMs: number | null;
  isConfirmed: boolean;
}

export interface OrderContext {
  /** Account of the order, for suppliers that share capacity between accounts. */
  accountId?: string;
  /** Credential and budget; present for every supplier with `credentials`. */
  access?: SupplierAccess;
  /** Milliseconds until the deadline of all calls. */
  deadlineMs: number;
}

/** A request in which a supplier reports an event. */
export interface SupplierEventRequest {
  body: Buffer;
  /** Value of a header by its name in lower case. */
  header: (name: string) => string | undefined;
  /** Secret of the supplier's webhook. */
  secret: string;
  nowMs: number;
}

/** Orders at a supplier. All methods reject with SupplierFailure or SupplierSkipped if a call failed or was not made. */
export interface SupplierOrders {
  /** Prices the offer again and sends one request for the order. Never rejects because of the supplier. */
  create(order: NewOrder, context: OrderContext): Promise<CreatedOrder>;
  /**
   * Looks through pages of the supplier's list for the order of a booking, until it is found, the list ends, or the deadline is near.
   *
   * @param lookup.after `next` of an earlier look-up; null for the beginning of the list
   */
  find(lookup: { bookingId: string; after: string | null }, context: OrderContext): Promise<OrderLookup>;
  /** Reads one page of the list. */
  list(after: string | null, context: OrderContext): Promise<OrderPage>;
  get(orderId: string, context: OrderContext): Promise<SupplierOrder>;
  /** Requests a quote, which changes nothing. */
  quoteCancellation(orderId: string, context: OrderContext): Promise<CancellationQuote>;
  confirmCancellation(quoteId: string, context: OrderContext): Promise<CancellationQuote>;
  /** Reads a cancellation again, for example after its confirmation had no answer. */
  getCancellation(quoteId: string, context: OrderContext): Promise<CancellationQuote>;
  /** Accepts a change by the airline. Accepting again changes nothing. */
  acceptChange(changeId: string, context: OrderContext): Promise<void>;
}
