import type {
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
} from "@wayfare/contract";
import type { AnswerOf, QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** What the account pays for. */
export class Billing extends Resource {
  plans(options?: RequestOptions): Promise<AnswerOf<"listPlans">> {
    return this.send("listPlans", {}, options);
  }

  subscription(options?: RequestOptions): Promise<Subscription> {
    return this.send("getSubscription", {}, options);
  }

  /** What a change of plan costs now; its token fixes that for `change`. */
  preview(plan: PreviewSubscription, options?: RequestOptions): Promise<SubscriptionPreview> {
    return this.send("previewSubscription", { body: plan }, options);
  }

  /** Changes the plan, and charges what the preview of its token said. */
  change(change: ChangeSubscription, options?: CreateOptions): Promise<SubscriptionChange> {
    return this.send("changeSubscription", { body: change }, options);
  }

  /** Ends the subscription with its period. */
  cancel(options?: CreateOptions): Promise<Subscription> {
    return this.send("cancelSubscription", {}, options);
  }

  /** Takes a cancellation or a downgrade back. */
  resume(options?: CreateOptions): Promise<Subscription> {
    return this.send("resumeSubscription", {}, options);
  }

  /** What the present period has cost so far. */
  spend(options?: RequestOptions): Promise<Spend> {
    return this.send("getSpend", {}, options);
  }

  listInvoices(query?: QueryOf<"listInvoices">, options?: RequestOptions): Pages<Invoice> {
    return new Pages((next) => this.send("listInvoices", { query: { ...query, ...next } }, options));
  }

  getInvoice(id: string, options?: RequestOptions): Promise<Invoice> {
    return this.send("getInvoice", { path: { id } }, options);
  }

  /** The bytes of an invoice's PDF, which are the same each time. */
  getInvoicePdf(id: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.send("getInvoicePdf", { path: { id } }, options);
  }

  /** Where an invoice can be paid; null where it is paid by other means. */
  openPaymentPage(id: string, options?: CreateOptions): Promise<AnswerOf<"openPaymentPage">> {
    return this.send("openPaymentPage", { path: { id } }, options);
  }

  /** Says that an invoice was paid by other means. */
  markInvoicePaid(id: string, options?: CreateOptions): Promise<Invoice> {
    return this.send("markInvoicePaid", { path: { id } }, options);
  }

  creditBalance(options?: RequestOptions): Promise<CreditBalance> {
    return this.send("getCreditBalance", {}, options);
  }

  /** What changed the credit balance. */
  listCreditEntries(query?: QueryOf<"listCreditEntries">, options?: RequestOptions): Pages<CreditEntry> {
    return new Pages((next) => this.send("listCreditEntries", { query: { ...query, ...next } }, options));
  }

  redeemCoupon(coupon: RedeemCoupon, options?: CreateOptions): Promise<RedeemedCoupon> {
    return this.send("redeemCoupon", { body: coupon }, options);
  }
}
