import { type Static, type TSchema, Type } from "typebox";
import { CompactSliceSchema, ownSlices } from "./compact-search.ts";
import { type Metadata, MetadataSchema } from "./metadata.ts";
import { type Money, MoneySchema, money, statedMoney } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { SearchRequestSchema } from "./search-request.ts";
import { createdRange, environmentName, flightId, idOf, instant, offerId } from "./wire-values.ts";

/** `expired`: the departure date or `expiresAt` has passed. */
export const watchStatuses = ["active", "paused", "expired"] as const;
export type WatchStatus = (typeof watchStatuses)[number];

/** `partial`: a supplier failed or was skipped. */
export const watchRunStatuses = ["succeeded", "partial", "failed", "skipped"] as const;
export type WatchRunStatus = (typeof watchRunStatuses)[number];

/** Reasons of runs that did not succeed. */
export const watchRunReasons = [
  "supplier_failed",
  "supply_unavailable",
  "search_refused",
  "quota_exceeded",
  "key_limit_exceeded",
  "account_suspended",
  "error",
] as const;
export type WatchRunReason = (typeof watchRunReasons)[number];

export const watchConditions = ["maxPrice", "maxMiles", "minSeats", "minCentsPerPoint", "dropPercent"] as const;
export type WatchConditionName = (typeof watchConditions)[number];

/** Interval of runs in minutes. */
export const minWatchIntervalMinutes = 15;
export const maxWatchIntervalMinutes = 1440;
export const defaultWatchIntervalMinutes = 60;

/** Flights in an event and in `matches`. */
export const maxWatchFlights = 10;

export const watchId = idOf("wat", "Id of the watch.");

const applicationId = idOf(
  "app",
  "Application of the watch. A key of an application creates watches of that application.",
);

export const WatchConditionSchema = Type.Object(
  {
    maxPrice: Type.Optional(
      ref(MoneySchema, {
        description:
          "Highest total of a cash offer, with the fees of requested bags, in the currency of the search. A search without `currency` gets this currency.",
      }),
    ),
    dropPercent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 99,
        description: "A cash offer must be at least this much cheaper than `baseline`, in percent.",
        examples: [15],
      }),
    ),
    maxMiles: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description: "Highest miles of an award for all travelers. The search must have `includeAward`.",
        examples: [60_000],
      }),
    ),
    minCentsPerPoint: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1000,
        description:
          "Lowest value of an award in cents of the search's currency per mile, as `centsPerPoint` of an offer. The search must have `includeAward`.",
        examples: [2.5],
      }),
    ),
    minSeats: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9,
        description:
          "Lowest `seatsRemaining` of an offer; 9 means nine or more. Offers whose supplier does not state the seats do not match.",
        examples: [4],
      }),
    ),
  },
  {
    $id: "WatchCondition",
    additionalProperties: false,
    minProperties: 1,
    examples: [{ maxPrice: { amount: "450.00", currency: "USD" } }],
    description:
      "Conditions on one offer. A cash offer matches if it meets `maxPrice`, `dropPercent` and `minSeats`, an award if it meets `maxMiles`, `minCentsPerPoint` and `minSeats`, as far as they are given. Offers of a kind without its own condition do not match, unless `minSeats` is the only condition.",
  },
);

const watchSearch = ref(SearchRequestSchema, {
  description:
    "Search that the watch runs, as for `POST /v1/flights/search`. `limit`, `sort`, `view`, `profile` and `weights` have no effect: a watch compares up to 250 flights.",
});

const intervalMinutes = Type.Integer({
  minimum: minWatchIntervalMinutes,
  maximum: maxWatchIntervalMinutes,
  default: defaultWatchIntervalMinutes,
  description: "Minutes between two runs. Each run counts as one search.",
  examples: [60],
});

export const CreateWatchSchema = Type.Object(
  {
    search: watchSearch,
    condition: ref(WatchConditionSchema, { description: "Conditions on an offer." }),
    intervalMinutes: Type.Optional(intervalMinutes),
    expiresAt: Type.Optional(
      instant(
        "Time after which the watch does not run. It ends with the departure date at the latest.",
        "2027-01-15T00:00:00.000Z",
      ),
    ),
    applicationId: Type.Optional(nullable(applicationId)),
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  {
    $id: "CreateWatch",
    additionalProperties: false,
    description: "A search to repeat, and the condition to notify on.",
    examples: [
      {
        search: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
        condition: { maxPrice: { amount: "450.00", currency: "USD" } },
      },
    ],
  },
);

export const ChangeWatchSchema = Type.Object(
  {
    paused: Type.Optional(
      Type.Boolean({ description: "True to pause the watch, false to resume it.", examples: [true] }),
    ),
    intervalMinutes: Type.Optional(intervalMinutes),
    expiresAt: Type.Optional(
      instant("New end of the watch, at the latest that of the departure date.", "2027-01-15T00:00:00.000Z"),
    ),
    metadata: Type.Optional(ref(MetadataSchema, { description: "Replaces all metadata; `{}` removes it." })),
  },
  { $id: "ChangeWatch", additionalProperties: false, description: "Changes to a watch." },
);

export const WatchCashSchema = Type.Object(
  {
    offerId,
    slices: ownSlices,
    total: money("Total price for all travelers in the currency of the search, with the fees of requested bags."),
    seatsRemaining: nullable(
      Type.Integer({ description: "Seats, 1–9; null if the supplier does not state them.", examples: [4] }),
    ),
  },
  { $id: "WatchCash", description: "Best cash offer of a flight that matches a watch." },
);

export const WatchAwardSchema = Type.Object(
  {
    offerId,
    slices: ownSlices,
    program: Type.String({ description: "Code of the loyalty program.", examples: ["aeroplan"] }),
    miles: Type.Integer({ description: "Miles for all travelers.", examples: [35_000] }),
    total: statedMoney("Money part for all travelers in the currency of the search."),
    centsPerPoint: nullable(
      Type.Number({ description: "Value per mile; null without a cash offer to compare with.", examples: [2.41] }),
    ),
    seatsRemaining: nullable(
      Type.Integer({ description: "Seats, 1–9; null if the supplier does not state them.", examples: [4] }),
    ),
  },
  { $id: "WatchAward", description: "Best award of a flight that matches a watch." },
);

export const WatchFlightSchema = Type.Object(
  {
    flightId,
    slices: Type.Array(ref(CompactSliceSchema), { description: "Slices of the trip." }),
    change: oneOf(["new", "better", "none"], {
      description:
        "`new`: the flight did not match before. `better`: its price, miles or value is better than last reported. `none`: neither.",
      examples: ["new"],
    }),
    cash: orNull(ref(WatchCashSchema), "Best matching cash offer; null if none matches."),
    award: orNull(ref(WatchAwardSchema), "Best matching award; null if none matches."),
  },
  { $id: "WatchFlight", description: "Flight that matches a watch." },
);

/** An amount for prices, a number for miles, seats, cents per point and percent. */
function watchValue(description: string) {
  return Type.Unsafe<Money | number>({
    anyOf: [ref(MoneySchema), { type: "number" }],
    description,
    examples: [35_000],
  });
}

export const WatchReasonSchema = Type.Object(
  {
    condition: oneOf(watchConditions, { description: "Condition that is met.", examples: ["maxPrice"] }),
    limit: watchValue("Value of the condition: an amount for `maxPrice`, else a number."),
    previous: Type.Unsafe<Money | number | null>({
      anyOf: [ref(MoneySchema), { type: "number" }, { type: "null" }],
      description:
        "Best value of the run before: price, miles, seats or cents per point; for `dropPercent`, the baseline. Null if there was none.",
      examples: [null],
    }),
    present: watchValue("Best value of the flights of the event."),
  },
  { $id: "WatchReason", description: "Condition that the flights of an event meet, with previous and present value." },
);

export const WatchRunSchema = Type.Object(
  {
    startedAt: instant("Time of the run."),
    status: oneOf(watchRunStatuses, {
      description:
        "`succeeded`: all suppliers answered. `partial`: some did. `failed` and `skipped`: the watch was not compared with any offer.",
      examples: ["succeeded"],
    }),
    reason: nullable(
      oneOf(watchRunReasons, {
        description: "Reason if the run did not succeed, else null.",
        examples: ["quota_exceeded"],
      }),
    ),
  },
  { $id: "WatchRun", description: "A run of a watch." },
);

export const WatchPricesSchema = Type.Object(
  {
    price: orNull(ref(MoneySchema), "Lowest total of cash offers; null if there are none."),
    miles: nullable(
      Type.Integer({ description: "Lowest miles of awards; null if there are none.", examples: [35_000] }),
    ),
    centsPerPoint: nullable(
      Type.Number({ description: "Highest value of awards per mile; null if it is unknown.", examples: [2.41] }),
    ),
    seats: nullable(Type.Integer({ description: "Most seats of an offer; null if they are unknown.", examples: [9] })),
  },
  {
    $id: "WatchPrices",
    description:
      "Best values of all offers of a run that meet `minSeats`, whether they meet the other conditions or not.",
  },
);

export const WatchSchema = Type.Object(
  {
    id: watchId,
    environment: environmentName,
    applicationId: nullable(applicationId),
    status: oneOf(watchStatuses, {
      description: "`expired`: the departure date or `expiresAt` has passed.",
      examples: ["active"],
    }),
    search: watchSearch,
    condition: ref(WatchConditionSchema, { description: "Conditions on an offer." }),
    intervalMinutes,
    baseline: orNull(
      ref(MoneySchema),
      "Lowest price of the first run in which all suppliers answered, to which `dropPercent` refers; null before.",
    ),
    lastPrices: orNull(ref(WatchPricesSchema), "Best values of the last run; null before the first."),
    matches: Type.Array(ref(WatchFlightSchema), {
      description: `Flights that matched in the last run, best first, at most ${maxWatchFlights}.`,
    }),
    matchCount: Type.Integer({ description: "Number of flights that match.", examples: [3] }),
    lastRun: orNull(ref(WatchRunSchema), "Last run; null before the first."),
    lastMatchedAt: nullable(instant("Time of the last `watch.matched` event; null before the first.")),
    nextRunAt: nullable(instant("Time of the next run; null for a paused or expired watch.")),
    createdAt: instant("Time of creation."),
    expiresAt: instant("Time after which the watch does not run.", "2027-01-21T05:00:00.000Z"),
    metadata: ref(MetadataSchema),
  },
  { $id: "Watch", description: "Search that the service repeats, and the condition that it notifies on." },
);

export const DeletedWatchSchema = Type.Object(
  { id: watchId, deletedAt: instant("Time of deletion.") },
  { $id: "DeletedWatch", description: "Deleted watch." },
);

export const WatchParamsSchema = Type.Object({ id: watchId });

export const watchQuery = {
  status: Type.Optional(oneOf(watchStatuses, { description: "Only watches with this status.", examples: ["active"] })),
  ...createdRange,
};

/** Data of `watch.matched`. */
export const watchMatchedData = Type.Object({
  watchId,
  search: ref(SearchRequestSchema, { description: "Search of the watch." }),
  condition: ref(WatchConditionSchema, { description: "Condition of the watch." }),
  flights: Type.Array(ref(WatchFlightSchema), {
    description: `Flights that match now and did not before, or that are better than last reported: the best ${maxWatchFlights}.`,
  }),
  flightCount: Type.Integer({ description: "Number of such flights.", examples: [1] }),
  matchCount: Type.Integer({ description: "Number of all flights that match now.", examples: [3] }),
  because: Type.Array(ref(WatchReasonSchema), { description: "Conditions that these flights meet." }),
  searchedAt: instant("Time of the run."),
  metadata: ref(MetadataSchema),
} satisfies Record<string, TSchema>);

export type WatchCondition = Static<typeof WatchConditionSchema>;
export type CreateWatch = Static<typeof CreateWatchSchema>;
export type ChangeWatch = Static<typeof ChangeWatchSchema>;
export type Watch = Static<typeof WatchSchema>;
export type WatchFlight = Static<typeof WatchFlightSchema>;
export type WatchReason = Static<typeof WatchReasonSchema>;
export type WatchRun = Static<typeof WatchRunSchema>;
export type WatchPrices = Static<typeof WatchPricesSchema>;
export type WatchMatched = Omit<Static<typeof watchMatchedData>, "metadata"> & { metadata: Metadata };
