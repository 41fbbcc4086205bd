import { findBalance, listCreditEntries } from "@wayfare/billing";
import {
  billingCurrency,
  CreditBalanceSchema,
  CreditEntrySchema,
  createdRange,
  formatMoney,
  refer,
} from "@wayfare/contract";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { listAnswers, listQuery, readDatedPage } from "../http/pages.ts";
import { type BillingParts, billingRead, ownerOf, billingTags as tags } from "./billing-parts.ts";

export function registerCreditRoutes(app: App, { database, cursors }: BillingParts): void {
  app.get(
    "/v1/billing/credit-balance",
    {
      config: billingRead,
      schema: {
        operationId: "getCreditBalance",
        tags,
        summary: "Read the credit balance",
        response: { 200: refer(CreditBalanceSchema), ...answers([]) },
      },
    },
    async (request) => {
      const owner = ownerOf(request);
      const balanceMinor = await findBalance(database, owner, billingCurrency);
      return { environment: owner.environment, balance: formatMoney(balanceMinor, billingCurrency) };
    },
  );
  app.get(
    "/v1/billing/credit-balance/entries",
    {
      config: billingRead,
      schema: {
        operationId: "listCreditEntries",
        tags,
        summary: "List what changed the credit balance",
        querystring: listQuery(createdRange),
        response: listAnswers(CreditEntrySchema),
      },
    },
    (request) =>
      readDatedPage(cursors, request, "crd", (caller, { filters: _none, ...range }) =>
        listCreditEntries(database, caller, range),
      ),
  );
}
