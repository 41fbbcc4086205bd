import { findBalance, getAccountCurrency, listCreditEntries } from "@wayfare/billing";
import { CreditBalanceSchema, CreditEntrySchema, createdRange, formatMoney, ref } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { problemResponses } from "../http/problem-responses.ts";
import { type BillingDeps, billingRead, scopeOf, billingTags as tags } from "./billing-deps.ts";

export function registerCreditRoutes(app: App, { database, cursors }: BillingDeps): void {
  app.get(
    "/v1/billing/credit-balance",
    {
      config: billingRead,
      schema: {
        operationId: "getCreditBalance",
        tags,
        summary: "Get the credit balance",
        description:
          "Returns the credit balance of the account in the caller's environment. Invoices use credit before a payment is collected.",
        response: { 200: ref(CreditBalanceSchema), ...problemResponses([]) },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const currency = await getAccountCurrency(database, scope.accountId);
      const balanceMinor = await findBalance(database, scope, currency);
      return { environment: scope.environment, balance: formatMoney(balanceMinor, currency) };
    },
  );
  app.get(
    "/v1/billing/credit-balance/entries",
    {
      config: billingRead,
      schema: {
        operationId: "listCreditEntries",
        tags,
        summary: "List credit entries",
        description:
          "Lists the changes of the credit balance with their reasons, newest first. The sum of all entries is the balance.",
        querystring: listQuery(createdRange),
        response: listResponses(CreditEntrySchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "crd", (caller, { filters: _none, ...range }) =>
        listCreditEntries(database, caller, range),
      ),
  );
}
