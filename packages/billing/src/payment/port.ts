import type { Currency } from "@wayfare/contract";

/** A payment to be asked for. */
export interface PaymentOrder {
  /** Asked for again under the same id, it is the same payment. */
  attemptId: string;
  invoiceId: string;
  invoiceNumber: string;
  accountId: string;
  amountMinor: number;
  currency: Currency;
  /** What the provider knows the account as, and what it may charge. */
  customer: string;
  method: string;
}

/** What became of an order, as far as is known: `pending` is told later by an event. */
export type PaymentOutcome =
  | { status: "succeeded" | "pending"; reference: string }
  | { status: "failed"; reference: string | null; failure: string };

/** What a provider says has happened. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** What it means here; null where it means nothing. */
  paid: {
    accountId: string;
    invoiceId: string;
    amountMinor: number;
    currency: string;
    reference: string;
    customer: string | null;
    method: string | null;
  } | null;
  failed: { accountId: string; invoiceId: string; reference: string; failure: string } | null;
}

/** A page on which somebody pays an invoice. */
export interface PaymentPage {
  url: string;
}

/** Who takes the money. */
export interface PaymentProvider {
  readonly name: "manual" | "stripe";
  /**
   * Charges the method that the account has saved with the provider; null when the provider cannot charge. A rejected promise means that
   * the outcome is unknown, and the same order is sent again later.
   */
  readonly charge: ((order: PaymentOrder) => Promise<PaymentOutcome>) | null;
  /** Opens a page on which an invoice is paid; null where there is none. */
  readonly openPage:
    | ((order: Omit<PaymentOrder, "customer" | "method" | "attemptId">, returnUrl: string) => Promise<PaymentPage>)
    | null;
  /**
   * Reads an event as it was sent; null where the provider sends none.
   *
   * @throws PaymentEventRefused where its signature does not prove who sent it.
   */
  readonly readEvent: ((body: Buffer, signature: string) => PaymentEvent) | null;
}

/** An event that the provider has not signed, or not lately. */
export class PaymentEventRefused extends Error {
  override readonly name = "PaymentEventRefused";
}
