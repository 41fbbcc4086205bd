import {
  type CurrentUsage,
  CurrentUsageSchema,
  countingPeriod,
  formatInstant,
  getPlan,
  isId,
  refer,
  type Usage,
  type UsageGranularity,
  type UsageGroup,
  UsageSchema,
  usageQuery,
} from "@wayfare/contract";
import { skipIfDiskFull } from "@wayfare/database";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller } from "../http/caller.ts";
import { listAnswers, listQuery, readCallerPage } from "../http/pages.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import type { Meter } from "./meter.ts";
import { endOfBucket, readPeriod } from "./period.ts";
import { listUsage, sumUsage, type UsageRow } from "./store.ts";

export interface UsageParts extends Pick<ResourceParts, "database" | "clock" | "cursors"> {
  meter: Meter;
}

const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Usage"];

export function registerUsageRoutes(app: App, parts: UsageParts): void {
  registerUsageList(app, parts);
  registerCurrentUsage(app, parts);
}

function registerUsageList(app: App, { database, clock, cursors, meter }: UsageParts): void {
  app.get(
    "/v1/usage",
    {
      config: { ...read, reads: "expensive" },
      schema: {
        operationId: "listUsage",
        tags,
        summary: "List what was counted",
        description: "Counts by hour or day of the caller's environment, in UTC, newest first.",
        querystring: listQuery(usageQuery),
        response: listAnswers(UsageSchema),
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

function registerCurrentUsage(app: App, { database, clock, meter }: UsageParts): void {
  app.get(
    "/v1/usage/current",
    {
      config: read,
      schema: {
        operationId: "getCurrentUsage",
        tags,
        summary: "Read what was counted in this period",
        response: { 200: refer(CurrentUsageSchema), ...answers([]) },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const period = countingPeriod(caller.environment === "live" ? caller.paidPeriod : null, clock.nowMs());
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

/** What an account's searches are counted against: nothing in test. */
function planOf({ environment, plan }: Caller): CurrentUsage["plan"] {
  return environment === "test" ? null : { name: plan, searchesIncluded: getPlan(plan).searchesIncluded };
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
