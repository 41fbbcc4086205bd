import {
  type CurrentUsage,
  CurrentUsageSchema,
  formatInstant,
  isId,
  ref,
  type Usage,
  type UsageGranularity,
  type UsageGroup,
  UsageSchema,
  usagePeriodAt,
  usageQuery,
} from "@wayfare/contract";
import { skipIfDiskFull } from "@wayfare/database";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller } from "../http/caller.ts";
import { listQuery, listResponses, readCallerPage } from "../http/pagination.ts";
import { problemResponses } from "../http/problem-responses.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import type { Meter } from "./meter.ts";
import { endOfBucket, readPeriod } from "./period.ts";
import { listUsage, sumUsage, type UsageRow } from "./store.ts";

export interface UsageDeps extends Pick<ResourceDeps, "database" | "clock" | "cursors"> {
  meter: Meter;
}

const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Usage"];

export function registerUsageRoutes(app: App, deps: UsageDeps): void {
  registerUsageList(app, deps);
  registerCurrentUsage(app, deps);
}

function registerUsageList(app: App, { database, clock, cursors, meter }: UsageDeps): void {
  app.get(
    "/v1/usage",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listUsage",
        tags,
        summary: "List usage",
        description:
          "Lists the number of metered operations in the caller's environment by hour or day in UTC, newest first. Use `groupBy` to split them by operation, key or application. Requests are included a few seconds after they end. A range can have up to 744 hours or 400 days.",
        querystring: listQuery(usageQuery),
        response: listResponses(UsageSchema),
      },
    },
    async (request) => {
      const { granularity = "day", groupBy = "operation", from, to } = request.query;
      const page = await readCallerPage(cursors, request, async (caller, { afterId, limit }) => {
        const period = readPeriod({ from, to }, granularity, clock.nowMs());
        await skipIfDiskFull(meter.flush());
        return listUsage(database.reads, caller, { period, granularity, groupBy, afterId, limit });
      });
      return { ...page, data: page.data.map((row) => toUsage(row, granularity, groupBy)) };
    },
  );
}

function registerCurrentUsage(app: App, { database, clock, meter }: UsageDeps): void {
  app.get(
    "/v1/usage/current",
    {
      config: read,
      schema: {
        operationId: "getCurrentUsage",
        tags,
        summary: "Get the usage of the current period",
        description:
          "Returns the metered operations since the start of the current period, and the searches included in the plan. Operations with test keys are metered but not limited by the plan.",
        response: { 200: ref(CurrentUsageSchema), ...problemResponses([]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const period = usagePeriodAt(caller.environment === "live" ? caller.paidPeriod : null, clock.nowMs());
      await skipIfDiskFull(meter.flush());
      const operations = await sumUsage(database, caller, period);
      return {
        environment: caller.environment,
        period: { from: formatInstant(period.startMs), to: formatInstant(period.endMs) },
        operations,
        total: operations.reduce((sum, { count }) => sum + count, 0),
        plan: planOf(caller),
      };
    },
  );
}

/** Returns the plan that limits the caller's searches; null for test data. */
function planOf({ environment, plan }: Caller): CurrentUsage["plan"] {
  return environment === "test" ? null : { name: plan.name, searchesIncluded: plan.searchesIncluded };
}

function toUsage({ startMs, group, count }: UsageRow, granularity: UsageGranularity, groupBy: UsageGroup): Usage {
  return {
    from: formatInstant(startMs),
    to: formatInstant(endOfBucket(startMs, granularity)),
    ...describeGroup(group, groupBy),
    count,
  };
}

function describeGroup(
  group: string | null,
  groupBy: UsageGroup,
): Pick<Usage, "operation" | "keyId" | "userId" | "applicationId"> {
  if (groupBy === "application") return { applicationId: group };
  if (groupBy === "key")
    return group !== null && isId("usr", group) ? { keyId: null, userId: group } : { keyId: group };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only operations are counted
  return { operation: group as Usage["operation"] & string };
}
