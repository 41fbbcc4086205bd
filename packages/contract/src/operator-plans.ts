import { type Static, Type } from "typebox";
import { PlanSchema, planName } from "./billing.ts";
import { planVisibilities, quotaBehaviors } from "./plans.ts";
import { money, unitPrice } from "./price.ts";
import { nameTextPattern, nullable, oneOf, ref } from "./schema.ts";
import { instant } from "./wire-values.ts";

/** Upper bounds of the terms of a plan. */
const bounds = { searches: 1_000_000_000, perSecond: 10_000, burst: 100_000, tiers: 20, features: 20 } as const;

const visibility = oneOf(planVisibilities, {
  description: "`public`: customers see and choose the plan. `hidden`: only operators give it to an account.",
  examples: ["public"],
});

export const PlanVersionSchema = Type.Object(
  { ...PlanSchema.properties, createdAt: instant("Time at which the version was created.") },
  { $id: "PlanVersion", description: "Version of a plan. It never changes." },
);

const operatorPlanMembers = {
  name: planName("Name of the plan."),
  visibility,
  createdAt: instant("Time at which the plan was created."),
  retiredAt: nullable(instant("Time at which the plan was retired; null if it is sold.")),
  current: { ...ref(PlanSchema), description: "Version of new subscriptions." },
};

export const OperatorPlanSchema = Type.Object(operatorPlanMembers, {
  $id: "OperatorPlan",
  description: "Plan of the deployment, as operators see it.",
});

export const OperatorPlanDetailSchema = Type.Object(
  {
    ...operatorPlanMembers,
    versions: Type.Array(ref(PlanVersionSchema), { description: "The newest 100 versions, newest first." }),
  },
  { $id: "OperatorPlanDetail", description: "Plan of the deployment with its versions." },
);

const rate = (description: string, maximum: number, example: number) =>
  Type.Integer({ minimum: 1, maximum, description, examples: [example] });

/** Members of a new version of a plan. */
export const CreatePlanSchema = Type.Object(
  {
    name: planName("Name of the plan. If it exists, the request creates its next version."),
    title: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: nameTextPattern,
      description: "Display name, also on invoices.",
      examples: ["Pro"],
    }),
    price: money("Price per month, zero or more. Its currency is that of the plan, which all versions and tiers have."),
    searchesIncluded: Type.Integer({
      minimum: 0,
      maximum: bounds.searches,
      description: "Live searches included in each period.",
      examples: [60_000],
    }),
    quotaBehavior: oneOf(quotaBehaviors, {
      description: "`hard_stop` refuses searches beyond the included ones, `overage` charges them.",
      examples: ["overage"],
    }),
    overageTiers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            upTo: nullable(
              Type.Integer({
                minimum: 1,
                maximum: bounds.searches,
                description: "Last search of the tier, beyond the included ones; null in the last tier only.",
                examples: [null],
              }),
            ),
            unitPrice: unitPrice("Price of each search, zero or more, with at most nine decimals."),
          },
          { additionalProperties: false, description: "Tier with its last search and price." },
        ),
        {
          maxItems: bounds.tiers,
          description: "Graduated prices, required for `overage`. `upTo` increases, and the last tier has none.",
        },
      ),
    ),
    trialDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 365, default: 0, description: "Days of the free trial.", examples: [14] }),
    ),
    keyLimits: Type.Object(
      {
        requestsPerSecond: rate("Requests per second for each key.", bounds.perSecond, 100),
        requestsBurst: rate("Burst of requests of each key.", bounds.burst, 400),
        searchesPerSecond: rate("Searches per second for each key.", bounds.perSecond, 40),
        searchesBurst: rate("Burst of searches of each key.", bounds.burst, 80),
        searchesAtOnce: rate("Concurrent searches for each key.", bounds.perSecond, 40),
      },
      { additionalProperties: false, description: "Limits of each live and service key." },
    ),
    features: Type.Optional(
      Type.Array(
        Type.String({ minLength: 1, maxLength: 100, pattern: nameTextPattern, examples: ["Support by email"] }),
        {
          maxItems: bounds.features,
          description: "Further features, as texts for customers. Wayfare does not enforce them.",
          default: [],
        },
      ),
    ),
    visibility: Type.Optional({
      ...visibility,
      description:
        "Visibility of a new plan, `hidden` by default. The visibility of an existing plan is changed with `PATCH`, and the member is rejected.",
    }),
  },
  { $id: "CreatePlan", additionalProperties: false, description: "New plan, or new version of a plan." },
);

export const ChangePlanSchema = Type.Object(
  {
    visibility: Type.Optional(visibility),
    retired: Type.Optional(
      Type.Boolean({
        description: "True retires the plan: it is no longer sold, and subscriptions keep it. False sells it again.",
        examples: [true],
      }),
    ),
  },
  { $id: "ChangePlan", additionalProperties: false, description: "Changes of a plan." },
);

export const PlanPreviewSchema = Type.Object(
  {
    name: planName("Name of the plan."),
    version: Type.Integer({ description: "Version that would be created.", examples: [2] }),
    changes: Type.Array(
      Type.Object(
        {
          member: Type.String({ description: "Changed member.", examples: ["price"] }),
          before: nullable(
            Type.String({
              description: "Value of the current version as text; null for a new plan.",
              examples: ["49.00 USD"],
            }),
          ),
          after: Type.String({ description: "Value of the new version as text.", examples: ["59.00 USD"] }),
        },
        { title: "PlanChangePreview", description: "Difference between the current and the new version." },
      ),
      { description: "Differences; empty if the current version has these terms." },
    ),
    subscriptionsKept: Type.Integer({
      description: "Live subscriptions that keep their version of the plan until they change plans.",
      examples: [120],
    }),
    accountsChanged: Type.Integer({
      description: "Accounts without a subscription that have the plan, and get the new terms at once.",
      examples: [0],
    }),
  },
  { $id: "PlanPreview", description: "Effect of a new version of a plan." },
);

export type OperatorPlan = Static<typeof OperatorPlanSchema>;
export type OperatorPlanDetail = Static<typeof OperatorPlanDetailSchema>;
export type CreatePlan = Static<typeof CreatePlanSchema>;
export type ChangePlan = Static<typeof ChangePlanSchema>;
export type PlanPreview = Static<typeof PlanPreviewSchema>;
