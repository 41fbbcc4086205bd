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
  /** The flights as they are now, without layover times of suppliers that do not state them; null if the supplier does not state them. */
  slices: readonly Slice[] | null;
}

/**
 * Result of creating an order. Only `unknown` leaves open whether the order exists; every other result but `created` means that it does
 * not.
 */
export type CreatedOrder =
  | { status: "created"; order: SupplierOrder }
  /** The supplier no longer sells the offer. */
  | { status: "unavailable" }
  /** The price differs from the accepted one, so no order was requested. */
  | { status: "changed"; current: SupplierAmount }
  /** The supplier refused the order. `code` is the supplier's error code, null without one. */
  | { status: "refused"; code: string | null }
  /** No order was requested, for example because the supplier was not reached. Can be tried again. */
  | { status: "not_sent" }
  | { status: "unknown" };

/** A cancellation that the supplier offers. */
export interface CancellationQuote {
  /** The supplier's id of the quote. */
  id: string;
  refund: SupplierAmount;
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
  /** Prices the offer again and requests the order at most once. Never rejects because of the supplier. */
  create(order: NewOrder, context: OrderContext): Promise<CreatedOrder>;
  /**
   * Finds the order of a booking.
   *
   * @param lookup.createdAfterMs time before the order was requested; older orders are not searched
   */
  find(lookup: { bookingId: string; createdAfterMs: number }, context: OrderContext): Promise<SupplierOrder | null>;
  get(orderId: string, context: OrderContext): Promise<SupplierOrder>;
  /** Requests a quote, which changes nothing. */
  quoteCancellation(orderId: string, context: OrderContext): Promise<CancellationQuote>;
  confirmCancellation(quoteId: string, context: OrderContext): Promise<CancellationQuote>;
}
