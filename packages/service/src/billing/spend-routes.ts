import { readSpend } from "@wayfare/billing";
import { refer, SpendSchema } from "@wayfare/contract";
import { skipIfDiskFull } from "@wayfare/database";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { type BillingParts, billingRead, ownerOf, billingTags as tags } from "./billing-parts.ts";

export function registerSpendRoutes(app: App, { database, clock, meter, options }: BillingParts): void {
  app.get(
    "/v1/billing/spend",
    {
      config: billingRead,
      schema: {
        operationId: "getSpend",
        tags,
        summary: "Get the cost of the current period",
        description:
          "Returns what was charged for the current period, and what its searches would cost if the period ended now. The amounts are an estimate until the invoice is finalized.",
        response: { 200: refer(SpendSchema), ...answers([]) },
      },
    },
    async (request) => {
      await skipIfDiskFull(meter.flush());
      return readSpend(database, ownerOf(request), nowOf(clock, getCaller(request)), options.ports);
    },
  );
}
