import type { BillingDetails, ChangeSubscription, InvoiceStatus, PreviewSubscription } from "@wayfare/sdk";
import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";

/** Reads the available plans, cheapest first. */
export function usePlans() {
  return useRead(["plans"], (client) => client.billing.plans(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the title of a plan; its name while loading. */
export function usePlanTitle(): (name: string) => string {
  const { data } = usePlans();
  return (name) => data?.data.find((plan) => plan.name === name)?.title ?? name;
}

/** Reads the subscription. */
export function useSubscription() {
  return useRead(["billing", "subscription"], (client) => client.billing.subscription());
}

/** Reads the spend of the current period. */
export function useSpend() {
  return useRead(["billing", "spend"], (client) => client.billing.spend());
}

/** Reads the buyer as printed on invoices. */
export function useBillingDetails() {
  return useRead(["billing", "details"], (client) => client.billing.details());
}

/** Sets the buyer as printed on invoices. */
export function useSetBillingDetails() {
  return useAction(["billing"], (client, details: BillingDetails) => client.billing.setDetails(details));
}

/** Lists invoices including drafts, newest first. */
export function useInvoices(filters: { status?: InvoiceStatus }) {
  return usePages(["billing", { list: "invoices", ...filters }], (client, cursor) =>
    client.billing.listInvoices({ ...filters, cursor }),
  );
}

/** Reads an invoice. */
export function useInvoice(id: string) {
  return useRead(["billing", "invoice", id], (client) => client.billing.getInvoice(id));
}

/** Reads the credit balance. */
export function useCreditBalance() {
  return useRead(["billing", "credit"], (client) => client.billing.creditBalance());
}

/** Lists the changes of the credit balance, newest first. */
export function useCreditEntries() {
  return usePages(["billing", { list: "credit-entries" }], (client, cursor) =>
    client.billing.listCreditEntries({ cursor }),
  );
}

/** Reads the preview of a plan change. Never refetched automatically: its token is valid for the displayed amounts. */
export function usePlanPreview(requested: PreviewSubscription) {
  return useRead(["plan-preview", requested], (client) => client.billing.preview(requested), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Plan changes also change the quota. */
const stale = ["billing", "usage", "overview"];

/** Billing mutations. */
export function useBillingActions() {
  return {
    change: useAction(stale, (client, change: ChangeSubscription) => client.billing.change(change)),
    cancel: useAction(stale, (client) => client.billing.cancel()),
    resume: useAction(stale, (client) => client.billing.resume()),
    markPaid: useAction(stale, (client, id: string) => client.billing.markInvoicePaid(id)),
    openPaymentPage: useAction([], (client, id: string) => client.billing.openPaymentPage(id)),
    redeem: useAction(stale, (client, code: string) => client.billing.redeemCoupon({ code })),
  };
}
