import { keepPreviousData } from "@tanstack/react-query";
import type {
  ChangePlan,
  CloseAccount,
  CreateCreditNote,
  CreateCustomerAccount,
  CreatePlan,
  PlanName,
  QueryOf,
  SettleBooking,
} from "@wayfare/sdk";
import type { PickerOption } from "../../components/object-picker.tsx";
import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";
import { portal } from "../../data/portal-requests.ts";
import { useRead } from "../../data/read.ts";
import type { AccountFilters } from "./filters.ts";

type OperatorAuditQuery = Omit<NonNullable<QueryOf<"listOperatorAuditEvents">>, "cursor" | "limit">;

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

/** Finds accounts by a part of their name, for a field that filters by account. */
export function useAccountOptions(search: string, enabled: boolean): PickerOption[] {
  const query = { ...(search !== "" && { search }), limit: 20 };
  const read = useRead(["accounts", "options", search], (client) => client.customerAccounts.list(query), {
    enabled,
    placeholderData: keepPreviousData,
  });
  return (read.data?.data ?? []).map(({ id, name }) => ({ id, name, detail: id.slice(-6) }));
}

/** Reads the name of an account; undefined while it is not known. */
export function useAccountName(id: string): string | undefined {
  return useRead(["accounts", "one", id], (client) => client.customerAccounts.get(id), { staleTime: 300_000 }).data
    ?.name;
}

/** Lists the audit events of all accounts, newest first. They are the same in both environments. */
export function useOperatorAudit(filters: OperatorAuditQuery) {
  return usePages(["operator-audit", filters], (client, cursor) =>
    client.deployment.listAuditEvents({ ...filters, cursor }),
  );
}

/** Lists the orders of all accounts that operators should know about. */
export function useOrderReports(open: boolean) {
  return usePages(["order-reports", { open }], (client, cursor) => client.deployment.listBookings({ open, cursor }));
}

/** Settles an order. */
export function useSettleOrder() {
  return useAction(["order-reports"], (client, { id, ...settlement }: SettleBooking & { id: string }) =>
    client.deployment.settleBooking(id, settlement),
  );
}

/** Interval at which the pages about the state of the deployment are read again. */
const refetchInterval = 15_000;

/** Reads the queues of the deployment. */
export function useQueues() {
  return useRead(["operator-queues"], (client) => client.deployment.queues(), { refetchInterval });
}

/** Lists the live suppliers over all accounts. */
export function useOperatorSuppliers() {
  return useRead(["operator-suppliers"], (client) => client.deployment.listSuppliers(), { refetchInterval });
}

/** Reads the health of the process that answers, and of the database. */
export function useHealth() {
  return useRead(["operator-health"], (client) => client.deployment.health(), { refetchInterval });
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
