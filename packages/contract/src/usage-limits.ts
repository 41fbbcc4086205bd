import { type Static, Type } from "typebox";
import { type Period, utcMonthOf } from "./period.ts";
import { oneOf, orNull, ref } from "./schema.ts";
import { instant } from "./wire-values.ts";

/** Operations that usage limits of keys count. */
export const limitedOperations = ["searches", "bookings"] as const;
export type LimitedOperation = (typeof limitedOperations)[number];

/** Periods of usage limits: days and months in UTC. */
export const limitPeriods = ["day", "month"] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

const limitMembers = {
  max: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: "Maximum number in the period.",
    examples: [200],
  }),
  period: oneOf(limitPeriods, { description: "Period in UTC after which the count starts again.", examples: ["day"] }),
};

export const UsageLimitSchema = Type.Object(limitMembers, {
  $id: "UsageLimit",
  additionalProperties: false,
  description: "Maximum number of searches or bookings of a key in a period.",
});

const searches = "Limit of searches, calendars and explorations, including runs of watches; null for none.";
const bookings = "Limit of bookings; null for none.";

export const UsageLimitsSchema = Type.Object(
  {
    searches: Type.Optional(orNull(ref(UsageLimitSchema), searches)),
    bookings: Type.Optional(orNull(ref(UsageLimitSchema), bookings)),
  },
  {
    $id: "UsageLimits",
    additionalProperties: false,
    description: "Usage limits of a key. In a change, an omitted limit stays as it is, and null removes it.",
  },
);

export const UsageLimitStateSchema = Type.Object(
  {
    ...limitMembers,
    used: Type.Integer({
      minimum: 0,
      description: "Number in the current period, by all keys that share the limit.",
      examples: [12],
    }),
    resetsAt: instant("End of the current period.", "2026-11-22T00:00:00.000Z"),
  },
  { $id: "UsageLimitState", description: "A usage limit of a key with the number of uses in the current period." },
);

export const UsageLimitStatesSchema = Type.Object(
  {
    searches: orNull(ref(UsageLimitStateSchema), searches),
    bookings: orNull(ref(UsageLimitStateSchema), bookings),
  },
  { $id: "UsageLimitStates", description: "Usage limits of a key with their uses." },
);

export type UsageLimit = Static<typeof UsageLimitSchema>;
export type UsageLimits = Static<typeof UsageLimitsSchema>;
export type UsageLimitState = Static<typeof UsageLimitStateSchema>;
export type UsageLimitStates = Static<typeof UsageLimitStatesSchema>;

const singular: Readonly<Record<LimitedOperation, string>> = { searches: "search", bookings: "booking" };

/** Describes a limit, such as "200 searches a day". */
export function describeLimit(operation: LimitedOperation, { max, period }: UsageLimit): string {
  return `${max} ${max === 1 ? singular[operation] : operation} a ${period}`;
}

const dayMs = 86_400_000;

/** Returns the period of a usage limit that contains a time. */
export function limitPeriodAt(period: LimitPeriod, nowMs: number): Period {
  if (period === "month") return utcMonthOf(nowMs);
  const startMs = Math.floor(nowMs / dayMs) * dayMs;
  return { startMs, endMs: startMs + dayMs };
}
