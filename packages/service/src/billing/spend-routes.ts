import { readSpend } from "@wayfare/billing";
import { ref, SpendSchema } from "@wayfare/contract";
import { skipIfDiskFull } from "@wayfare/database";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { problemResponses } from "../http/problem-responses.ts";
import { type BillingDeps, billingRead, scopeOf, billingTags as tags } from "./billing-deps.ts";

export function registerSpendRoutes(app: App, { database, clock, meter, options }: BillingDeps): void {
  app.get(
    "/v1/billing/spend",
    {
      config: billingRead,
      schema: {
        operationId: "getSpend",
        tags,
        summary: "Get the current spend",
        description:
          "Returns the charges of the current billing period and the cost of its searches so far. Amounts are estimates until the invoice is finalized.",
        response: { 200: ref(SpendSchema), ...problemResponses([]) },
      },
    },
    async (request) => {
      await skipIfDiskFull(meter.flush());
      return readSpend(database, scopeOf(request), nowOf(clock, getCaller(request)), options.ports);
    },
  );
}
