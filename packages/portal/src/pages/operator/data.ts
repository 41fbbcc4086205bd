import type {
  ChangePlan,
  CloseAccount,
  CreateCreditNote,
  CreateCustomerAccount,
  CreatePlan,
  PlanName,
} from "@wayfare/sdk";
import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";
import { portal } from "../../data/portal-requests.ts";
import { useRead } from "../../data/read.ts";
import type { AccountFilters } from "./filters.ts";

/** Lists the accounts of the deployment. They are the same in both environments. */
export function useAccounts(filters: AccountFilters) {
  return usePages(["accounts", filters], (client, cursor) => client.customerAccounts.list({ ...filters, cursor }));
}

/** Reads an account. */
export function useAccount(id: string) {
  return useRead(["accounts", "one", id], (client) => client.customerAccounts.get(id));
}

/** Lists the plans of the deployment by name. */
export function useOperatorPlans() {
  return usePages(["operator-plans"], (client, cursor) => client.operatorPlans.list({ cursor }));
}

/** Returns the choices of a plan for an account: those that are sold in its currency, and `free`. */
export function usePlanChoices(currency: string): { value: PlanName; label: string }[] {
  return useOperatorPlans()
    .rows.filter(({ retiredAt }) => retiredAt === null)
    .filter(({ name, current }) => name === "free" || current.price.currency === currency)
    .map(({ name, current }) => ({ value: name, label: `${current.title} (${name})` }));
}

/** Returns the currencies of the plans. */
export function usePlanCurrencies(): string[] {
  const { rows } = useOperatorPlans();
  return [...new Set(["USD", ...rows.map(({ current }) => current.price.currency)])];
}

/** Reads a plan with its versions. */
export function useOperatorPlan(name: string) {
  return useRead(["operator-plans", "one", name], (client) => client.operatorPlans.get(name));
}

/** Mutations of plans. */
export function usePlanActions() {
  const stalePlans = ["operator-plans", "plans", "billing"];
  return {
    preview: useAction([], (client, plan: CreatePlan) => client.operatorPlans.preview(plan)),
    create: useAction(stalePlans, (client, plan: CreatePlan) => client.operatorPlans.create(plan)),
    change: useAction(stalePlans, (client, { name, ...changes }: ChangePlan & { name: string }) =>
      client.operatorPlans.update(name, changes),
    ),
  };
}

/** Reads plan, limits, searches, cost and credit of an account. */
export function useCustomerBilling(id: string) {
  return useRead(["accounts", "billing", id], (client) => client.customerAccounts.billing(id));
}

/** Lists the live invoices of an account, newest first. */
export function useCustomerInvoices(id: string) {
  return usePages(["accounts", { invoices: id }], (client, cursor) =>
    client.customerAccounts.listInvoices(id, { cursor }),
  );
}

interface InvoiceOfCustomer {
  id: string;
  invoiceId: string;
}

/** Corrections of an account's invoices. */
export function useInvoiceActions() {
  return {
    pay: useAction(stale, (client, { id, invoiceId }: InvoiceOfCustomer) =>
      client.customerAccounts.payInvoice(id, invoiceId),
    ),
    void: useAction(stale, (client, { id, invoiceId }: InvoiceOfCustomer) =>
      client.customerAccounts.voidInvoice(id, invoiceId),
    ),
    credit: useAction(stale, (client, { id, invoiceId, ...note }: InvoiceOfCustomer & CreateCreditNote) =>
      client.customerAccounts.creditInvoice(id, invoiceId, note),
    ),
  };
}

const stale = ["accounts"];

/** Mutations of accounts. */
export function useAccountActions() {
  return {
    create: useAction(stale, (client, account: CreateCustomerAccount) => client.customerAccounts.create(account)),
    rename: useAction(stale, (client, { id, name }: { id: string; name: string }) =>
      client.customerAccounts.update(id, { name }),
    ),
    setPlan: useAction(stale, (client, { id, plan }: { id: string; plan: PlanName }) =>
      client.customerAccounts.setPlan(id, plan),
    ),
    suspend: useAction(stale, (client, { id, reason }: { id: string; reason: string }) =>
      client.customerAccounts.suspend(id, reason),
    ),
    act: useAction([], (_client, target: { accountId: string; changes: boolean }) =>
      portal.post("/portal/acting", target),
    ),
    resume: useAction(stale, (client, id: string) => client.customerAccounts.resume(id)),
    exportData: useAction([], (client, id: string) => client.customerAccounts.export(id)),
    countErased: useAction([], (client, id: string) => client.customerAccounts.erase(id, { dryRun: true })),
    erase: useAction(stale, (client, { id, confirmName }: { id: string; confirmName: string }) =>
      client.customerAccounts.erase(id, { confirmName }),
    ),
    close: useAction(stale, (client, { id, ...closing }: CloseAccount & { id: string }) =>
      client.customerAccounts.close(id, closing),
    ),
  };
}
