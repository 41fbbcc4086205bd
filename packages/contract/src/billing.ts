import { type Static, Type } from "typebox";
import { InvoiceLineSchema, InvoiceSchema } from "./invoices.ts";
import { planNamePattern, quotaBehaviors } from "./plans.ts";
import { money, unitPrice } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { environmentName, idOf, instant, periodOf } from "./wire-values.ts";

export const subscriptionStatuses = ["trialing", "active", "past_due", "cancelled"] as const;
/** Types of tax ids whose format is validated. */
export const taxIdTypes = ["eu_vat", "gb_vat", "ch_vat", "no_vat", "au_abn", "in_gst"] as const;
export type TaxIdType = (typeof taxIdTypes)[number];
export const couponTypes = ["percent", "amount", "credit"] as const;

export const planName = (description: string) =>
  Type.String({ pattern: planNamePattern, description, examples: ["pro"] });
const searches = (description: string) => Type.Integer({ minimum: 0, description, examples: [50_000] });
const overagePerSearch = orNull(
  unitPrice("Price of each search beyond the included ones."),
  "Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices.",
);

const quotaBehavior = oneOf(quotaBehaviors, {
  description:
    "Behavior when the included searches are used. `hard_stop`: further searches get 402 `QUOTA_EXCEEDED`. `overage`: they are charged.",
  examples: ["overage"],
});

export const OverageTierSchema = Type.Object(
  {
    upTo: nullable(
      Type.Integer({
        minimum: 1,
        description:
          "Last search of the tier, counted in each period from the first search beyond those included; null for no end.",
        examples: [10_000],
      }),
    ),
    unitPrice: unitPrice("Price of each search of the tier."),
  },
  { $id: "OverageTier", description: "Price of the searches beyond the included ones, up to a number of them." },
);
const overageTiers = Type.Array(ref(OverageTierSchema), {
  description:
    "Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there.",
});

export const PlanSchema = Type.Object(
  {
    name: planName("Name of the plan."),
    title: Type.String({ description: "Display name.", examples: ["Pro"] }),
    version: Type.Integer({
      description: "Version of the terms. A subscription keeps the version that it started with.",
      examples: [1],
    }),
    price: money("Price per month, paid in advance, without tax."),
    searchesIncluded: searches("Live searches included in each period."),
    quotaBehavior,
    overagePerSearch,
    overageTiers,
    trialDays: Type.Integer({
      description: "Length of the free trial in days, once per account; 0 for no trial.",
      examples: [14],
    }),
    keyLimits: Type.Object(
      {
        requestsPerSecond: Type.Integer({ description: "Requests per second for each key.", examples: [100] }),
        requestsBurst: Type.Integer({ description: "Burst of requests of each key.", examples: [400] }),
        searchesPerSecond: Type.Integer({ description: "Searches per second for each key.", examples: [40] }),
        searchesBurst: Type.Integer({ description: "Burst of searches of each key.", examples: [80] }),
        searchesAtOnce: Type.Integer({ description: "Concurrent searches for each key.", examples: [40] }),
      },
      { description: "Rate and concurrency limits of a live or service key." },
    ),
    features: Type.Array(Type.String({ examples: ["Support by email"] }), {
      description: "Further features, as texts.",
    }),
  },
  { $id: "Plan", description: "Plan that accounts can subscribe to." },
);

export const RedeemedCouponSchema = Type.Object(
  {
    id: idOf("rdm", "Id of the redemption."),
    code: Type.String({ description: "Coupon code.", examples: ["SPRING-2026"] }),
    type: oneOf(couponTypes, {
      description:
        "Kind of discount. `percent` and `amount` reduce the price of the plan. `credit` is added to the credit balance immediately.",
      examples: ["percent"],
    }),
    percentOff: nullable(
      Type.String({
        description: "Discount on the price of the plan in percent, as a decimal string; null for other kinds.",
        examples: ["20"],
      }),
    ),
    amount: orNull(
      money("Discount per period, or amount of the credit."),
      "Discount per period, or amount of the credit; null if `percentOff` is set.",
    ),
    periodsLeft: nullable(
      Type.Integer({
        description: "Periods that are still to be discounted; null for all future periods.",
        examples: [2],
      }),
    ),
    coverageEndsAt: nullable(instant("End of the last discounted period; null if no period has been discounted yet.")),
    plans: Type.Array(Type.String({ examples: ["pro"] }), {
      description: "Plans that the coupon applies to; empty for all.",
    }),
    redeemedAt: instant("Time of redemption."),
  },
  { $id: "RedeemedCoupon", description: "Coupon redeemed by the account." },
);

export const SubscriptionSchema = Type.Object(
  {
    id: nullable(idOf("sub", "Id of the subscription; null if the account never had one.")),
    environment: environmentName,
    plan: planName("Current plan."),
    planTitle: Type.String({ description: "Display name of the plan.", examples: ["Pro"] }),
    planVersion: Type.Integer({ description: "Version of the plan's terms.", examples: [1] }),
    status: oneOf(subscriptionStatuses, {
      description:
        "Status of the subscription. `past_due`: an invoice is overdue. `cancelled`: the subscription has ended and the current plan is `free`.",
      examples: ["active"],
    }),
    price: money("Price per period, without tax, before coupons."),
    searchesIncluded: searches("Live searches included in each period."),
    overagePerSearch,
    overageTiers,
    period: periodOf(
      "Current period: the period of the subscription, or the UTC calendar month without a subscription.",
    ),
    pendingPlan: nullable(
      planName("Plan after the current period; null if it does not change, `free` if the subscription was cancelled."),
    ),
    cancelAtPeriodEnd: Type.Boolean({
      description: "True if the subscription ends with the current period.",
      examples: [false],
    }),
    trialAvailable: Type.Boolean({
      description: "True if the account can start a trial: no subscription, no previous trial and no overdue invoice.",
      examples: [true],
    }),
    endedAt: nullable(instant("Time at which the subscription ended; null if it has not.")),
    coupons: Type.Array(ref(RedeemedCouponSchema), { description: "Coupons that discount periods, oldest first." }),
  },
  { $id: "Subscription", description: "Subscription of the account." },
);

export const ChangeSubscriptionSchema = Type.Object(
  {
    plan: planName("New plan."),
    trial: Type.Optional(Type.Boolean({ default: false, description: "True starts a trial, if one is available." })),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: "`token` of a preview. The change is charged exactly as previewed, or fails.",
        examples: ["eyJwbGFuIjoicHJvIn0.Rz393CEAFHGh3SW3UpE88"],
      }),
    ),
  },
  { $id: "ChangeSubscription", additionalProperties: false, description: "Plan change." },
);

export const PreviewSubscriptionSchema = Type.Object(
  { plan: ChangeSubscriptionSchema.properties.plan, trial: ChangeSubscriptionSchema.properties.trial },
  { $id: "PreviewSubscription", additionalProperties: false, description: "Plan change to preview." },
);

export const SubscriptionPreviewSchema = Type.Object(
  {
    plan: planName("Requested plan."),
    takesEffect: oneOf(["now", "period_end"], {
      description: "Time of the change. Upgrades take effect now, downgrades at the end of the period.",
      examples: ["now"],
    }),
    effectiveAt: instant("Time at which the change takes effect."),
    period: periodOf("Period in which the change takes effect."),
    lines: Type.Array(ref(InvoiceLineSchema), { description: "Lines charged now; empty if nothing is charged." }),
    total: money("Total with tax."),
    credit: money(
      "Change of the credit balance that pays the total: negative if credit is used, positive if credit is added.",
    ),
    due: money("Amount due now."),
    token: Type.String({
      description: "Token for the plan change, which then charges exactly these amounts.",
      examples: ["eyJwbGFuIjoicHJvIn0.Rz393CEAFHGh3SW3UpE88"],
    }),
    expiresAt: instant("Time at which the token expires."),
  },
  { $id: "SubscriptionPreview", description: "Preview of the charges of a plan change." },
);

export const SubscriptionChangeSchema = Type.Object(
  {
    subscription: ref(SubscriptionSchema),
    invoice: orNull(ref(InvoiceSchema), "Invoice of the change; null if nothing was charged."),
  },
  { $id: "SubscriptionChange", description: "Result of a plan change." },
);

export const CreditBalanceSchema = Type.Object(
  {
    environment: environmentName,
    balance: money("Credit balance. Applied first when an invoice is finalized."),
  },
  { $id: "CreditBalance", description: "Credit balance of the account." },
);

export const CreditEntrySchema = Type.Object(
  {
    id: idOf("crd", "Id of the entry."),
    environment: environmentName,
    createdAt: instant("Time of the entry."),
    type: oneOf(["invoice", "payment", "void", "credit_note", "credit_grant"], {
      description: "Reason for the change.",
      examples: ["credit_grant"],
    }),
    amount: money("Positive if credit was added, negative if it was used."),
    description: Type.String({ description: "Human-readable description.", examples: ["Coupon WELCOME"] }),
    invoiceId: nullable(idOf("inv", "Id of the invoice; null if there is none.")),
  },
  { $id: "CreditEntry", description: "Change of the credit balance." },
);

export const RedeemCouponSchema = Type.Object(
  {
    code: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      description: "Coupon code, not case-sensitive.",
      examples: ["SPRING-2026"],
    }),
  },
  { $id: "RedeemCoupon", additionalProperties: false, description: "Coupon to redeem." },
);

export const SpendSchema = Type.Object(
  {
    environment: environmentName,
    plan: planName("Current plan."),
    period: periodOf("Current period."),
    searches: Type.Object(
      {
        used: searches("Live searches used in the current period, up to the last full hour."),
        included: searches("Included searches, prorated if the plan changed during the period."),
        beyond: searches("Searches beyond the included ones, charged as overage."),
      },
      { description: "Searches of the current period." },
    ),
    lines: Type.Array(ref(InvoiceLineSchema), { description: "Charges of the current period so far." }),
    total: money("Total of the lines, without tax."),
  },
  { $id: "Spend", description: "Spend in the current period so far." },
);

/** Text on one or more lines that can be stored and printed: line feeds, but no other control characters. */
const printedLines = "^(?!\\ufeff)[^\\u0000-\\u0009\\u000b-\\u001f\\u007f\\ud800-\\udfff]*$";

export const BillingDetailsSchema = Type.Object(
  {
    name: Type.String({
      maxLength: 200,
      pattern: printedLines,
      description: "Name of the buyer. If empty, invoices show the name of the account.",
      examples: ["Example Travel Ltd"],
    }),
    address: Type.String({
      maxLength: 500,
      pattern: printedLines,
      description: "Postal address. Lines are separated by line feeds.",
      examples: ["1 High Street\nLondon EC1A 1AA\nUnited Kingdom"],
    }),
    taxId: Type.String({
      maxLength: 100,
      pattern: printedLines,
      description: "Tax id, such as a VAT number, as it is to be printed.",
      examples: ["GB980780684"],
    }),
    taxIdType: Type.Optional(
      nullable(
        oneOf(taxIdTypes, {
          description:
            "Type of the tax id. If it is set, the format and the check digits of `taxId` are validated, and invoices show the name of the id before it. With `eu_vat`, reverse charge can apply. Null if `taxId` is only printed. A request without it keeps the stored type if `taxId` stays the same.",
          examples: ["gb_vat"],
        }),
      ),
    ),
    country: Type.Optional(
      Type.String({
        pattern: "^([A-Z]{2})?$",
        description:
          "Country of the buyer as an ISO 3166-1 alpha-2 code, which determines the tax rate; empty if unknown. It is not printed. A request without it keeps the stored country.",
        examples: ["GB"],
      }),
    ),
  },
  { $id: "BillingDetails", additionalProperties: false, description: "Buyer of the invoices." },
);

export type BillingDetails = Static<typeof BillingDetailsSchema>;
export type WirePlan = Static<typeof PlanSchema>;
export type Subscription = Static<typeof SubscriptionSchema>;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
export type SubscriptionPreview = Static<typeof SubscriptionPreviewSchema>;
export type SubscriptionChange = Static<typeof SubscriptionChangeSchema>;
export type ChangeSubscription = Static<typeof ChangeSubscriptionSchema>;
export type PreviewSubscription = Static<typeof PreviewSubscriptionSchema>;
export type RedeemCoupon = Static<typeof RedeemCouponSchema>;
export type CreditBalance = Static<typeof CreditBalanceSchema>;
export type CreditEntry = Static<typeof CreditEntrySchema>;
export type RedeemedCoupon = Static<typeof RedeemedCouponSchema>;
export type CouponType = (typeof couponTypes)[number];
export type Spend = Static<typeof SpendSchema>;
