export { collectPayments } from "./collection/collect-payments.ts";
export { handlePaymentEvent } from "./collection/payment-events.ts";
export { postBookingMargin, refundBookingMargin } from "./commands/booking-margin.ts";
export { issueCreditNote } from "./commands/credit-note.ts";
export { payInvoice, voidInvoice } from "./commands/pay.ts";
export { cancelSubscription, changePlan, previewChange, resumeSubscription } from "./commands/plan-change.ts";
export { redeemCoupon } from "./commands/redeem.ts";
export { getFreePlan } from "./commands/sold-plan.ts";
export { getBillingDetails, saveBillingDetails } from "./details/store.ts";
export { runDueSteps } from "./dunning/due-steps.ts";
export { type LockedBilling, lockBilling } from "./dunning/lock-billing.ts";
export { findNumberGaps } from "./invoices/number-series.ts";
export { renderInvoicePdf } from "./invoices/pdf.ts";
export { findInvoice, findLines, listInvoices } from "./invoices/store.ts";
export { findBalanceMismatches, findUnbalancedTransactions } from "./ledger/check.ts";
export { listCreditEntries } from "./ledger/entries.ts";
export { findBalance } from "./ledger/store.ts";
export type { BookingMargin } from "./ledger/transactions.ts";
export { type BillingCommand, type BillingCommandResult, runBillingCommand } from "./operator/billing-commands.ts";
export { type BillingOptions, billingDefaults } from "./options/options.ts";
export type { BillingPorts, DunningNotice } from "./options/ports.ts";
export { loadStripeProvider } from "./payment/load-stripe.ts";
export { manualProvider } from "./payment/manual.ts";
export { InvalidPaymentEventError, type PaymentProvider } from "./payment/port.ts";
export { readPaymentQueue } from "./payment/store.ts";
export { createPlanVersion, describeChanges, previewPlanVersion } from "./plans/create-plan.ts";
export {
  type AccountPlanRow,
  accountPlanSql,
  findPlan,
  listPlans,
  listPlanVersions,
  type PlanRecord,
  readAccountPlan,
  updatePlan,
} from "./plans/store.ts";
export type { InvoiceRecord } from "./records/records.ts";
export { readDueSteps } from "./state/billing-accounts.ts";
export { getAccountCurrency } from "./state/load.ts";
export { findTestPeriodStartMs } from "./state/test-clock.ts";
export { createPreviewTokens, type PreviewTokens, previewLifetimeMs } from "./subscriptions/preview-token.ts";
export { findOwnPlan, listOfferedPlans } from "./wire/offered-plans.ts";
export { readWireInvoice, readWireInvoices } from "./wire/read-invoices.ts";
export { readWireSubscription } from "./wire/read-subscription.ts";
export { readSpend } from "./wire/spend.ts";
export { toWireCoupon, toWireLine, toWirePeriod, toWirePlan } from "./wire/wire.ts";
