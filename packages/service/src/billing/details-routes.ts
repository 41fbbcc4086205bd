import { getBillingDetails, saveBillingDetails } from "@wayfare/billing";
import { BillingDetailsSchema, ref } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../http/app-type.ts";
import { getCaller, timesOf } from "../http/caller.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import {
  auditBilling,
  type BillingDeps,
  billingRead,
  billingWrite,
  scopeOf,
  billingTags as tags,
} from "./billing-deps.ts";

/** Registers the buyer that invoices show. */
export function registerDetailsRoutes(app: App, { database, clock }: BillingDeps): void {
  app.get(
    "/v1/billing/details",
    {
      config: billingRead,
      schema: {
        operationId: "getBillingDetails",
        tags,
        summary: "Get the billing details",
        description:
          "Returns the buyer as printed on invoices: name, address and tax id, and its country. Empty texts if none are set.",
        response: { 200: ref(BillingDetailsSchema), ...problemResponses([]) },
      },
    },
    (request) => getBillingDetails(database, scopeOf(request)),
  );
  app.put(
    "/v1/billing/details",
    {
      config: billingWrite,
      schema: {
        operationId: "setBillingDetails",
        tags,
        summary: "Set the billing details",
        description:
          "Sets the buyer as printed on invoices that are finalized from now on. Finalized invoices never change. The country determines the tax rate. Test and live data have separate details.",
        body: ref(BillingDetailsSchema),
        response: { 200: ref(BillingDetailsSchema), ...problemResponses(bodyProblems) },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const scope = scopeOf(request);
        await saveBillingDetails(unit.tx, scope, request.body, unit.nowMs);
        await auditBilling(unit, request, {
          action: "account.billing_details_changed",
          subject: { kind: "account", id: scope.accountId },
        });
        return getBillingDetails(unit.tx, scope);
      }),
  );
}
