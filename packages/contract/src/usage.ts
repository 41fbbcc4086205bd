import { type Static, Type } from "typebox";
import { ApplicationSchema } from "./accounts.ts";
import { keyId } from "./keys.ts";
import { operations } from "./operations.ts";
import { userId } from "./portal.ts";
import { nullable, oneOf } from "./schema.ts";
import { dateOrInstant, environmentName, instant, periodOf } from "./wire-values.ts";

export const usageGranularities = ["hour", "day"] as const;
export const usageGroups = ["operation", "key", "application"] as const;

const operation = oneOf(operations, { description: "Operation that was counted.", examples: ["search"] });
const count = Type.Integer({ minimum: 0, description: "Number of counted requests.", examples: [1290] });

export const UsageSchema = Type.Object(
  {
    from: instant("Start of the hour or day, in UTC.", "2026-11-21T07:00:00.000Z"),
    to: instant("End of the hour or day, exclusive.", "2026-11-21T08:00:00.000Z"),
    operation: Type.Optional({ ...operation, description: "Operation, with `groupBy=operation`." }),
    keyId: Type.Optional(
      nullable({ ...keyId, description: "Key of the requests, with `groupBy=key`; null for a portal user." }),
    ),
    userId: Type.Optional({ ...userId, description: "Portal user of the requests, with `groupBy=key`." }),
    applicationId: Type.Optional({
      ...nullable(ApplicationSchema.properties.id),
      description: "Application of the requests, with `groupBy=application`; null for keys without an application.",
    }),
    count,
  },
  { $id: "Usage", description: "Usage of an hour or a day. Hours and days without usage are omitted." },
);

export const usageQuery = {
  from: Type.Optional(
    dateOrInstant(
      "Start of the range: a date-time, or a date for its start in UTC. The range starts with the hour or day that contains it. Default: start of the current period.",
      "2026-11-01",
    ),
  ),
  to: Type.Optional(
    dateOrInstant(
      "End of the range, exclusive: a date-time, or a date for its start in UTC. The range ends with the last hour or day that starts before it. Default: now.",
      "2026-11-22T00:00:00.000Z",
    ),
  ),
  granularity: Type.Optional(
    oneOf(usageGranularities, {
      default: "day",
      description:
        "Length of the time buckets, in UTC. The range is limited to 31 days for `hour` and 400 days for `day`.",
      examples: ["hour"],
    }),
  ),
  groupBy: Type.Optional(
    oneOf(usageGroups, { default: "operation", description: "Grouping of the counts.", examples: ["key"] }),
  ),
};

export const CurrentUsageSchema = Type.Object(
  {
    environment: environmentName,
    period: periodOf(
      "Current period: the period of the subscription, or the UTC calendar month without a subscription.",
    ),
    operations: Type.Array(Type.Object({ operation, count }), { description: "Usage by operation." }),
    total: { ...count, description: "Total usage." },
    plan: Type.Unsafe<{ name: string; searchesIncluded: number | null } | null>({
      type: ["object", "null"],
      properties: {
        name: Type.String({ description: "Name of the plan.", examples: ["free"] }),
        searchesIncluded: nullable(
          Type.Integer({ description: "Searches included in the period; null for no limit.", examples: [1000] }),
        ),
      },
      required: ["name", "searchesIncluded"],
      description: "Plan whose quota the total counts toward; null for test data, which has no quota.",
      examples: [{ name: "free", searchesIncluded: 1000 }],
    }),
  },
  { $id: "CurrentUsage", description: "Usage in the current period." },
);

export type Usage = Static<typeof UsageSchema>;
export type CurrentUsage = Static<typeof CurrentUsageSchema>;
export type UsageGranularity = (typeof usageGranularities)[number];
export type UsageGroup = (typeof usageGroups)[number];
