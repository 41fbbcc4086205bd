import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangeSubscription, InvoiceStatus, PreviewSubscription } from "@wayfare/sdk";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { usePages } from "../../data/pages.ts";
import { useStepUp } from "../../data/step-up.ts";

/** The plans as they are sold now, the cheapest first. */
export function usePlans() {
  const client = useClient();
  return useQuery({
    queryKey: ["plans", useEnvironment()],
    queryFn: async () => client.billing.plans(),
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
  const client = useClient();
  return useQuery({
    queryKey: ["billing", useEnvironment(), "subscription"],
    queryFn: async () => client.billing.subscription(),
  });
}

/** What the present period has cost so far. */
export function useSpend() {
  const client = useClient();
  return useQuery({ queryKey: ["billing", useEnvironment(), "spend"], queryFn: async () => client.billing.spend() });
}

/** The invoices, drafts too, newest first. */
export function useInvoices(filters: { status?: InvoiceStatus }) {
  const client = useClient();
  return usePages(["billing", useEnvironment(), { list: "invoices", ...filters }], (cursor) =>
    client.billing.listInvoices({ ...filters, cursor }),
  );
}

/** One invoice. */
export function useInvoice(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["billing", useEnvironment(), "invoice", id],
    queryFn: async () => client.billing.getInvoice(id),
  });
}

/** What the account has with us. */
export function useCreditBalance() {
  const client = useClient();
  return useQuery({
    queryKey: ["billing", useEnvironment(), "credit"],
    queryFn: async () => client.billing.creditBalance(),
  });
}

/** What changed it, newest first. */
export function useCreditEntries() {
  const client = useClient();
  return usePages(["billing", useEnvironment(), { list: "credit-entries" }], (cursor) =>
    client.billing.listCreditEntries({ cursor }),
  );
}

/** What a change of plan would charge. It stands as it is until it is asked for anew: its token fixes what is shown. */
export function usePlanPreview(wanted: PreviewSubscription) {
  const client = useClient();
  return useQuery({
    queryKey: ["plan-preview", useEnvironment(), wanted],
    queryFn: async () => client.billing.preview(wanted),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What can be done to billing. What may need a proof of who is there asks for it. */
export function useBillingActions() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = async () => {
    // A plan is a quota too.
    const lists = ["billing", "usage", "overview"];
    await Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: [list, environment] })));
  };
  return {
    change: useMutation({
      mutationFn: (change: ChangeSubscription) => stepUp(() => client.billing.change(change)),
      onSuccess,
    }),
    cancel: useMutation({ mutationFn: () => stepUp(() => client.billing.cancel()), onSuccess }),
    resume: useMutation({ mutationFn: () => stepUp(() => client.billing.resume()), onSuccess }),
    markPaid: useMutation({
      mutationFn: (id: string) => stepUp(() => client.billing.markInvoicePaid(id)),
      onSuccess,
    }),
    openPaymentPage: useMutation({ mutationFn: (id: string) => stepUp(() => client.billing.openPaymentPage(id)) }),
    redeem: useMutation({
      mutationFn: (code: string) => stepUp(() => client.billing.redeemCoupon({ code })),
      onSuccess,
    }),
  };
}
