import { type Static, Type } from "typebox";
import { InvoiceLineSchema, InvoiceSchema } from "./invoices.ts";
import { planNames } from "./plans.ts";
import { money, unitPrice } from "./price.ts";
import { nullable, oneOf, orNull, refer } from "./schema.ts";
import { environmentName, idOf, instant, periodOf } from "./wire-values.ts";

export const subscriptionStatuses = ["trialing", "active", "past_due", "cancelled"] as const;
export const couponTypes = ["percent", "amount", "credit"] as const;

const planName = (description: string) => oneOf(planNames, { description, examples: ["pro"] });
const searches = (description: string) => Type.Integer({ minimum: 0, description, examples: [50_000] });
const overagePerSearch = orNull(
  unitPrice("Price of each search beyond the included ones."),
  "Price of each search beyond the included ones; null if the plan stops there.",
);

export const PlanSchema = Type.Object(
  {
    name: planName("The plan."),
    title: Type.String({ description: "What people call it.", examples: ["Pro"] }),
    version: Type.Integer({ description: "Of its terms. A subscription keeps those it began with.", examples: [1] }),
    price: money("A month, in advance, without tax."),
    searchesIncluded: searches("Live searches a period that cost nothing more."),
    overagePerSearch,
    trialDays: Type.Integer({ description: "Days for which it may be tried, once.", examples: [14] }),
    keyLimits: Type.Object(
      {
        requestsPerSecond: Type.Integer({ description: "Of one key.", examples: [100] }),
        searchesPerSecond: Type.Integer({ description: "Of one key.", examples: [40] }),
        searchesAtOnce: Type.Integer({ description: "Of one key.", examples: [40] }),
      },
      { description: "How fast a live or service key may call." },
    ),
  },
  { $id: "Plan", description: "What can be subscribed to." },
);

export const RedeemedCouponSchema = Type.Object(
  {
    id: idOf("rdm", "Id of the redemption."),
    code: Type.String({ description: "The code.", examples: ["SPRING-2026"] }),
    type: oneOf(couponTypes, {
      description:
        "`percent` and `amount` reduce the price of the plan; `credit` is added to the credit balance at once.",
      examples: ["percent"],
    }),
    percentOff: nullable(
      Type.String({ description: "Percent off the plan's price, as a decimal string.", examples: ["20"] }),
    ),
    amount: orNull(money("Off the plan's price a period, or given as credit."), "Null with a share."),
    periodsLeft: nullable(
      Type.Integer({
        description: "Periods that it has yet to cover; null where it covers all to come.",
        examples: [2],
      }),
    ),
    coverageEndsAt: nullable(instant("End of the last period that it covers; null if it covers none yet.")),
    plans: Type.Array(Type.String({ examples: ["pro"] }), {
      description: "Plans that it is good for; empty for all.",
    }),
    redeemedAt: instant("When it was redeemed."),
  },
  { $id: "RedeemedCoupon", description: "A coupon that the account has redeemed." },
);

export const SubscriptionSchema = Type.Object(
  {
    id: nullable(idOf("sub", "Id of the subscription; null where there has never been one.")),
    environment: environmentName,
    plan: planName("The plan in force."),
    planVersion: Type.Integer({ description: "Version of its terms.", examples: [1] }),
    status: oneOf(subscriptionStatuses, {
      description:
        "`past_due` while an invoice is overdue. `cancelled` once it has ended: the plan in force is then `free`.",
      examples: ["active"],
    }),
    price: money("A period, without tax, before coupons."),
    searchesIncluded: searches("Live searches a period that cost nothing more."),
    overagePerSearch,
    period: periodOf("The current period: the subscription's, or a UTC calendar month without a subscription."),
    pendingPlan: nullable(planName("What it becomes when the period ends; `free` where it was cancelled.")),
    cancelAtPeriodEnd: Type.Boolean({ description: "Whether it ends with the period.", examples: [false] }),
    trialAvailable: Type.Boolean({
      description: "True when a plan can be tried: no subscription yet, no trial used, no invoice overdue.",
      examples: [true],
    }),
    endedAt: nullable(instant("When it ended.")),
    coupons: Type.Array(refer(RedeemedCouponSchema), { description: "Coupons that cover periods, oldest first." }),
  },
  { $id: "Subscription", description: "What the account subscribes to." },
);

export const ChangeSubscriptionSchema = Type.Object(
  {
    plan: planName("The plan to change to."),
    trial: Type.Optional(Type.Boolean({ default: false, description: "Try it first, where it may be tried." })),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: "`token` of a preview: exactly what it showed is charged, or nothing.",
        examples: ["eyJwbGFuIjoicHJvIn0.Rz393CEAFHGh3SW3UpE88"],
      }),
    ),
  },
  { $id: "ChangeSubscription", additionalProperties: false, description: "A change of plan." },
);

export const PreviewSubscriptionSchema = Type.Object(
  { plan: ChangeSubscriptionSchema.properties.plan, trial: ChangeSubscriptionSchema.properties.trial },
  { $id: "PreviewSubscription", additionalProperties: false, description: "A change of plan to look at first." },
);

export const SubscriptionPreviewSchema = Type.Object(
  {
    plan: planName("The plan that was asked for."),
    takesEffect: oneOf(["now", "period_end"], {
      description: "Upgrades begin now, downgrades when the period ends.",
      examples: ["now"],
    }),
    effectiveAt: instant("When it begins."),
    period: periodOf("The period in which the change takes effect."),
    lines: Type.Array(refer(InvoiceLineSchema), { description: "What is charged now; empty where nothing is." }),
    total: money("With tax."),
    credit: money("Taken from the credit balance, less than zero; above zero where it is put there."),
    due: money("What is to be paid now."),
    token: Type.String({
      description: "Hand it to the change, and exactly this is charged.",
      examples: ["eyJwbGFuIjoicHJvIn0.Rz393CEAFHGh3SW3UpE88"],
    }),
    expiresAt: instant("Until when the token is good."),
  },
  { $id: "SubscriptionPreview", description: "What a change of plan would charge." },
);

export const SubscriptionChangeSchema = Type.Object(
  {
    subscription: refer(SubscriptionSchema),
    invoice: orNull(refer(InvoiceSchema), "What was charged; null where nothing was."),
  },
  { $id: "SubscriptionChange", description: "A plan that was changed." },
);

export const CreditBalanceSchema = Type.Object(
  {
    environment: environmentName,
    balance: money("Taken first when an invoice becomes final."),
  },
  { $id: "CreditBalance", description: "Money that the account has with us." },
);

export const CreditEntrySchema = Type.Object(
  {
    id: idOf("crd", "Id of the entry."),
    environment: environmentName,
    createdAt: instant("Time of the entry."),
    type: oneOf(["invoice", "payment", "void", "credit_note", "credit_grant"], {
      description: "What changed the balance.",
      examples: ["credit_grant"],
    }),
    amount: money("Above zero where credit was given, less than zero where it was used."),
    description: Type.String({ description: "In words.", examples: ["Coupon WELCOME"] }),
    invoiceId: nullable(idOf("inv", "The invoice that it belongs to.")),
  },
  { $id: "CreditEntry", description: "One change of the credit balance." },
);

export const RedeemCouponSchema = Type.Object(
  {
    code: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      description: "The code, in capitals or not.",
      examples: ["SPRING-2026"],
    }),
  },
  { $id: "RedeemCoupon", additionalProperties: false, description: "A coupon to redeem." },
);

export const SpendSchema = Type.Object(
  {
    environment: environmentName,
    plan: planName("The plan in force."),
    period: periodOf("The current period."),
    searches: Type.Object(
      {
        used: searches("Live searches of the period so far, in whole hours."),
        included: searches("What costs nothing more: each plan's share of the period."),
        beyond: searches("What is charged for each."),
      },
      { description: "What was used." },
    ),
    lines: Type.Array(refer(InvoiceLineSchema), { description: "What the period has cost so far." }),
    total: money("Of the lines, without tax."),
  },
  { $id: "Spend", description: "What the present period has cost so far." },
);

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
