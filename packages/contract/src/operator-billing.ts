import { type Static, Type } from "typebox";
import { PlanSchema, SpendSchema, SubscriptionSchema } from "./billing.ts";
import { invoiceStatuses } from "./invoices.ts";
import { money } from "./price.ts";
import { oneOf, ref, storableTextPattern } from "./schema.ts";

const { keyLimits } = PlanSchema.properties;

export const CustomerBillingSchema = Type.Object(
  {
    plan: ref(PlanSchema, { description: "Plan of the account, in the version of its subscription." }),
    limits: Type.Object(
      {
        key: { ...keyLimits, description: "Limits of each live and service key." },
        account: { ...keyLimits, description: "Limits of all these keys together." },
      },
      { description: "Rate and concurrency limits in force, with the factor of the deployment." },
    ),
    subscription: ref(SubscriptionSchema),
    spend: ref(SpendSchema, { description: "Searches and cost of the current period." }),
    creditBalance: money("Credit balance."),
  },
  { $id: "CustomerBilling", description: "Billing of an account's live data, as operators see it." },
);

export const CreateCreditNoteSchema = Type.Object(
  {
    amount: money("Amount with tax, greater than 0, in the currency of the invoice."),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: storableTextPattern,
      description: "Reason, shown to the customer.",
      examples: ["Charged twice"],
    }),
  },
  { $id: "CreateCreditNote", additionalProperties: false, description: "Credit note of an invoice." },
);

export const operatorInvoiceQuery = {
  status: Type.Optional(oneOf(invoiceStatuses, { description: "Only invoices with this status.", examples: ["open"] })),
};

export type CustomerBilling = Static<typeof CustomerBillingSchema>;
export type CreateCreditNote = Static<typeof CreateCreditNoteSchema>;
