import type { ChangeSubscription, InvoiceStatus, PreviewSubscription } from "@wayfare/sdk";
import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";

/** The plans as they are sold now, the cheapest first. */
export function usePlans() {
  return useRead(["plans"], (client) => client.billing.plans(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What people call a plan; its name until that has come. */
export function usePlanTitle(): (name: string) => string {
  const { data } = usePlans();
  return (name) => data?.data.find((plan) => plan.name === name)?.title ?? name;
}

/** What the account subscribes to. */
export function useSubscription() {
  return useRead(["billing", "subscription"], (client) => client.billing.subscription());
}

/** What the present period has cost so far. */
export function useSpend() {
  return useRead(["billing", "spend"], (client) => client.billing.spend());
}

/** The invoices, drafts too, newest first. */
export function useInvoices(filters: { status?: InvoiceStatus }) {
  return usePages(["billing", { list: "invoices", ...filters }], (client, cursor) =>
    client.billing.listInvoices({ ...filters, cursor }),
  );
}

/** One invoice. */
export function useInvoice(id: string) {
  return useRead(["billing", "invoice", id], (client) => client.billing.getInvoice(id));
}

/** What the account has with us. */
export function useCreditBalance() {
  return useRead(["billing", "credit"], (client) => client.billing.creditBalance());
}

/** What changed it, newest first. */
export function useCreditEntries() {
  return usePages(["billing", { list: "credit-entries" }], (client, cursor) =>
    client.billing.listCreditEntries({ cursor }),
  );
}

/** What a change of plan would charge. It stands as it is until it is asked for anew: its token fixes what is shown. */
export function usePlanPreview(wanted: PreviewSubscription) {
  return useRead(["plan-preview", wanted], (client) => client.billing.preview(wanted), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** A plan is a quota too. */
const stale = ["billing", "usage", "overview"];

/** What can be done to billing. */
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
