import type { QueryOf, ResponseOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type {
  BillingDetails,
  ChangeSubscription,
  CreditBalance,
  CreditEntry,
  Invoice,
  PreviewSubscription,
  RedeemCoupon,
  RedeemedCoupon,
  Spend,
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
} from "../generated/types.ts";

/** Plans, subscription, invoices and credit of the account. */
export class Billing extends Resource {
  /** Lists the plans and their prices. The list has one page. */
  plans(options?: RequestOptions): Promise<ResponseOf<"listPlans">> {
    return this.send("listPlans", {}, options);
  }

  /** Retrieves the subscription. */
  subscription(options?: RequestOptions): Promise<Subscription> {
    return this.send("getSubscription", {}, options);
  }

  /** Previews the cost of a plan change. Pass its token to `change` to pay exactly this amount. */
  preview(plan: PreviewSubscription, options?: RequestOptions): Promise<SubscriptionPreview> {
    return this.send("previewSubscription", { body: plan }, options);
  }

  /** Changes the plan and charges the amount of the preview with the given token. */
  change(change: ChangeSubscription, options?: CreateOptions): Promise<SubscriptionChange> {
    return this.send("changeSubscription", { body: change }, options);
  }

  /** Cancels the subscription at the end of its period. */
  cancel(options?: CreateOptions): Promise<Subscription> {
    return this.send("cancelSubscription", {}, options);
  }

  /** Reverts a scheduled cancellation or downgrade. */
  resume(options?: CreateOptions): Promise<Subscription> {
    return this.send("resumeSubscription", {}, options);
  }

  /** Retrieves the cost of the current period so far. */
  spend(options?: RequestOptions): Promise<Spend> {
    return this.send("getSpend", {}, options);
  }

  /** Retrieves the buyer as printed on invoices. */
  details(options?: RequestOptions): Promise<BillingDetails> {
    return this.send("getBillingDetails", {}, options);
  }

  /** Sets the buyer as printed on invoices that are finalized from now on. */
  setDetails(details: BillingDetails, options?: RequestOptions): Promise<BillingDetails> {
    return this.send("setBillingDetails", { body: details }, options);
  }

  /** Lists invoices, newest first. */
  listInvoices(query?: QueryOf<"listInvoices">, options?: RequestOptions): Pages<Invoice> {
    return new Pages((next) => this.send("listInvoices", { query: { ...query, ...next } }, options));
  }

  /** Retrieves an invoice. */
  getInvoice(id: string, options?: RequestOptions): Promise<Invoice> {
    return this.send("getInvoice", { path: { id } }, options);
  }

  /** Downloads an invoice as PDF. The bytes are the same each time. */
  getInvoicePdf(id: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.send("getInvoicePdf", { path: { id } }, options);
  }

  /** Creates a payment page for an invoice. Its URL is null if the invoice is paid by other means. */
  openPaymentPage(id: string, options?: CreateOptions): Promise<ResponseOf<"openPaymentPage">> {
    return this.send("openPaymentPage", { path: { id } }, options);
  }

  /** Marks an invoice as paid by other means. */
  markInvoicePaid(id: string, options?: CreateOptions): Promise<Invoice> {
    return this.send("markInvoicePaid", { path: { id } }, options);
  }

  /** Retrieves the credit balance. */
  creditBalance(options?: RequestOptions): Promise<CreditBalance> {
    return this.send("getCreditBalance", {}, options);
  }

  /** Lists changes of the credit balance. */
  listCreditEntries(query?: QueryOf<"listCreditEntries">, options?: RequestOptions): Pages<CreditEntry> {
    return new Pages((next) => this.send("listCreditEntries", { query: { ...query, ...next } }, options));
  }

  /** Redeems a coupon. */
  redeemCoupon(coupon: RedeemCoupon, options?: CreateOptions): Promise<RedeemedCoupon> {
    return this.send("redeemCoupon", { body: coupon }, options);
  }
}
