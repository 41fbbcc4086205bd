import { type Static, Type } from "typebox";
import { ApplicationSchema } from "./accounts.ts";
import { keyId } from "./keys.ts";
import { operations } from "./operations.ts";
import { userId } from "./portal.ts";
import { nullable, oneOf } from "./schema.ts";
import { dateOrInstant, environmentName, instant, periodOf } from "./wire-values.ts";

export const usageGranularities = ["hour", "day"] as const;
export const usageGroups = ["operation", "key", "application"] as const;

const operation = oneOf(operations, { description: "What was counted.", examples: ["search"] });
const count = Type.Integer({ minimum: 0, description: "Requests that counted.", examples: [1290] });

export const UsageSchema = Type.Object(
  {
    from: instant("Start of the hour or day, in UTC.", "2026-11-21T07:00:00.000Z"),
    to: instant("End of the hour or day, exclusive.", "2026-11-21T08:00:00.000Z"),
    operation: Type.Optional({ ...operation, description: "What was counted, with `groupBy=operation`." }),
    keyId: Type.Optional(
      nullable({ ...keyId, description: "Whose requests, with `groupBy=key`; null for a user of the portal." }),
    ),
    userId: Type.Optional({ ...userId, description: "With `groupBy=key`, the user of the portal who asked." }),
    applicationId: Type.Optional({
      ...nullable(ApplicationSchema.properties.id),
      description: "Whose requests, with `groupBy=application`; null for keys of no application.",
    }),
    count,
  },
  { $id: "Usage", description: "What counted in one hour or day. Hours and days without any are left out." },
);

export const usageQuery = {
  from: Type.Optional(
    dateOrInstant(
      "The first hour or day holds this instant, a date-time or a date (its start in UTC); the start of the period by default.",
      "2026-11-01",
    ),
  ),
  to: Type.Optional(
    dateOrInstant(
      "The last hour or day begins before this instant, a date-time or a date (its start in UTC, so that day is left out); now by default.",
      "2026-11-22T00:00:00.000Z",
    ),
  ),
  granularity: Type.Optional(
    oneOf(usageGranularities, {
      default: "day",
      description: "Size of the buckets, in UTC. A range of hours spans 31 days at most, one of days 400.",
      examples: ["hour"],
    }),
  ),
  groupBy: Type.Optional(
    oneOf(usageGroups, { default: "operation", description: "What the counts are split by.", examples: ["key"] }),
  ),
};

export const CurrentUsageSchema = Type.Object(
  {
    environment: environmentName,
    period: periodOf("The current period: the subscription's, or a UTC calendar month without a subscription."),
    operations: Type.Array(Type.Object({ operation, count }), { description: "Operations that were counted." }),
    total: { ...count, description: "All of them together." },
    plan: Type.Unsafe<{ name: string; searchesIncluded: number | null } | null>({
      type: ["object", "null"],
      properties: {
        name: Type.String({ description: "The plan.", examples: ["free"] }),
        searchesIncluded: nullable(
          Type.Integer({ description: "What the period includes; null where nothing is limited.", examples: [1000] }),
        ),
      },
      required: ["name", "searchesIncluded"],
      description: "What the total is counted against; null where it is counted against nothing, as with test data.",
      examples: [{ name: "free", searchesIncluded: 1000 }],
    }),
  },
  { $id: "CurrentUsage", description: "What counted in the present period." },
);

export type Usage = Static<typeof UsageSchema>;
export type CurrentUsage = Static<typeof CurrentUsageSchema>;
export type UsageGranularity = (typeof usageGranularities)[number];
export type UsageGroup = (typeof usageGroups)[number];
