import { type Static, Type } from "typebox";
import { MoneySchema, money } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { environmentName, instant, source } from "./wire-values.ts";

/** Owner of the credential with which an account's keys search a supplier. */
export const credentialOwners = ["account", "deployment"] as const;
export type CredentialOwner = (typeof credentialOwners)[number];

const callsPerDay = Type.Integer({
  minimum: 0,
  maximum: 100_000_000,
  description: "Maximum number of calls in a UTC day; null for no limit.",
  examples: [5000],
});
const callsPerBooking = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Maximum number of calls per booking in a UTC month (look-to-book ratio); null for no limit.",
  examples: [1500],
});
const spendPerMonth = (description: string) => orNull(ref(MoneySchema), description);

export const SupplierBudgetSchema = Type.Object(
  {
    callsPerDay: nullable(callsPerDay),
    spendPerMonth: spendPerMonth("Maximum cost of calls in a UTC month, in USD; null for no limit."),
    callsPerBooking: nullable(callsPerBooking),
  },
  { $id: "SupplierBudget", description: "Limits of the calls to a supplier, over all processes." },
);

export const SupplierSchema = Type.Object(
  {
    name: source,
    environment: environmentName,
    enabled: Type.Boolean({
      description: "True if searches of this environment include the supplier.",
      examples: [true],
    }),
    credentialOwner: nullable(
      oneOf(credentialOwners, {
        description: "Owner of the credential that searches use; null if there is none.",
        examples: ["account"],
      }),
    ),
    acceptsCredential: Type.Boolean({
      description: "True if the account can save a separate credential in this environment.",
      examples: [true],
    }),
    credentialHint: nullable(
      Type.String({ description: "End of the account's credential; null without one.", examples: ["…4e5f"] }),
    ),
    checkedAt: nullable(instant("Time of the last successful check of the credential; null without one.")),
    webhookUrl: nullable(
      Type.String({
        format: "uri",
        description:
          "URL to register at the supplier for the events of orders, such as changed and canceled flights; null for suppliers without them.",
        examples: ["https://api.example.com/supplier-events/duffel/acct_01kahz2j7p3v8c5m9n4q6r7s8t/live"],
      }),
    ),
    hasWebhookSecret: Type.Boolean({
      description: "True if the account has saved the secret of the supplier's webhook. Events are refused without it.",
      examples: [true],
    }),
    cash: Type.Boolean({ description: "True if the supplier has cash offers.", examples: [true] }),
    award: Type.Boolean({ description: "True if the supplier has awards.", examples: [false] }),
    budget: ref(SupplierBudgetSchema, { description: "Limits of the credential that searches use." }),
    callsToday: Type.Integer({
      description:
        "Calls of this UTC day that the supplier counts. Calls of other processes appear within a second or two.",
      examples: [420],
    }),
    costThisMonth: money(
      "Cost of the calls of this UTC month at the price of each. Calls that a supplier does not charge, such as searches that are free for each order, are not subtracted.",
    ),
    searchesToday: Type.Integer({
      description: "Searches of this UTC day that included the supplier.",
      examples: [118],
    }),
    answeredShare: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Share of today's searches that the supplier answered in time; null without searches.",
        examples: [0.98],
      }),
    ),
    offersShare: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Share of today's searches with offers of the supplier; null without searches.",
        examples: [0.91],
      }),
    ),
    averageMs: nullable(
      Type.Integer({
        description: "Mean time of today's searches in milliseconds; null without searches.",
        examples: [2140],
      }),
    ),
    lastFailureAt: nullable(instant("Time of today's last failure; null without one.")),
    lastFailure: nullable(
      Type.String({
        description: "Reason of today's last failure, without data of the request; null without one.",
        examples: ["timeout"],
      }),
    ),
  },
  { $id: "Supplier", description: "Live supplier, as the caller's account uses it in the caller's environment." },
);

export const ChangeSupplierSchema = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({ description: "False to leave the supplier out of searches.", examples: [true] }),
    ),
    credential: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: "^[\\x21-\\x7e]+$",
        description:
          "The account's token or key of the supplier. It is checked with a call to the supplier, stored encrypted and not returned.",
        examples: ["duffel_test_2hUzV4a1b2c3"],
      }),
    ),
    webhookSecret: Type.Optional(
      nullable(
        Type.String({
          minLength: 8,
          maxLength: 500,
          pattern: "^[\\x21-\\x7e]+$",
          description:
            "Secret of the webhook that was registered at the supplier with `webhookUrl`. It is stored encrypted and not returned. Null deletes it.",
          examples: ["whsec_duffel_8f3a1c"],
        }),
      ),
    ),
    budget: Type.Optional(
      Type.Object(
        {
          callsPerDay: Type.Optional(nullable(callsPerDay)),
          spendPerMonth: Type.Optional(
            spendPerMonth("Maximum cost of calls in a UTC month, in USD; null for no limit."),
          ),
          callsPerBooking: Type.Optional(nullable(callsPerBooking)),
        },
        {
          additionalProperties: false,
          description: "Limits of the account's own credential. Absent members keep their value; null removes a limit.",
        },
      ),
    ),
  },
  { $id: "ChangeSupplier", additionalProperties: false, description: "Changes to the account's use of a supplier." },
);

export type Supplier = Static<typeof SupplierSchema>;
export type SupplierBudget = Static<typeof SupplierBudgetSchema>;
export type ChangeSupplier = Static<typeof ChangeSupplierSchema>;
