import type { Currency } from "@wayfare/contract";

/** A payment to collect. */
export interface PaymentOrder {
  /** Idempotency key: the same id is the same payment. */
  attemptId: string;
  invoiceId: string;
  invoiceNumber: string;
  accountId: string;
  amountMinor: number;
  currency: Currency;
  /** The provider's customer id and payment method id. */
  customer: string;
  method: string;
}

/** Result of an order; for `pending`, an event reports the final result later. */
export type PaymentOutcome =
  | { status: "succeeded" | "pending"; reference: string }
  | { status: "failed"; reference: string | null; failure: string };

/** An event from the provider. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The payment; null for other events. */
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

/** A checkout page for an invoice. */
export interface PaymentPage {
  url: string;
}

/** A payment provider. */
export interface PaymentProvider {
  readonly name: "manual" | "stripe";
  /**
   * Charges the account's saved payment method; null if the provider cannot charge. A rejected promise means that the outcome is unknown;
   * the same order is sent again later.
   */
  readonly charge: ((order: PaymentOrder) => Promise<PaymentOutcome>) | null;
  /** Opens a checkout page for an invoice; null if unsupported. */
  readonly openPage:
    | ((order: Omit<PaymentOrder, "customer" | "method" | "attemptId">, returnUrl: string) => Promise<PaymentPage>)
    | null;
  /**
   * Verifies and parses an event; null if the provider sends none.
   *
   * @throws InvalidPaymentEventError if the signature is invalid or too old.
   */
  readonly readEvent: ((body: Buffer, signature: string) => PaymentEvent) | null;
}

/** Thrown for an event with an invalid or expired signature. */
export class InvalidPaymentEventError extends Error {
  override readonly name = "InvalidPaymentEventError";
}
