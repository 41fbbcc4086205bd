import { maxWatchIntervalMinutes, minWatchIntervalMinutes } from "@wayfare/contract";
import { type CreateWatch, NotFoundError, type Watch, type Wayfare } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import type { Answer } from "../answers/answer.ts";
import { noteWatch, renderWatch, summarizeWatch, WatchSummarySchema } from "../answers/watch-summary.ts";
import { chargeKeyOf } from "./charge-key.ts";
import { datedSearch, programs } from "./search-input.ts";
import { defineTool, watchScopes } from "./tool.ts";

const search = Type.Object(
  {
    ...datedSearch,
    includeAward: Type.Optional(Type.Boolean({ description: "Also awards; set by maxMiles and minCentsPerPoint." })),
    programs,
  },
  {
    additionalProperties: false,
    description: "Search to repeat.",
    examples: [{ origin: "JFK", destination: "LHR", departureDate: "2027-01-20" }],
  },
);

const condition = Type.Object(
  {
    maxPrice: Type.Optional(
      Type.Object(
        {
          amount: Type.String({ pattern: "^[0-9]{1,10}(\\.[0-9]{1,3})?$", examples: ["450"] }),
          currency: Type.String({ pattern: "^[A-Z]{3}$", examples: ["USD"] }),
        },
        { additionalProperties: false, description: "Highest total for all travelers." },
      ),
    ),
    dropPercent: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 99, description: "Cheaper than the first run by this percentage." }),
    ),
    maxMiles: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000_000, description: "Most miles for all travelers." }),
    ),
    minCentsPerPoint: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1000, description: "Lowest value of a mile in cents." }),
    ),
    minSeats: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, description: "Fewest seats left." })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: "Conditions on an offer, which must meet all of them.",
    examples: [{ maxPrice: { amount: "450", currency: "USD" } }],
  },
);

const input = Type.Object(
  {
    search,
    condition,
    intervalMinutes: Type.Optional(
      Type.Integer({
        minimum: minWatchIntervalMinutes,
        maximum: maxWatchIntervalMinutes,
        description: "Minutes between two runs, 60 by default. Each run counts as one search.",
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "End of the runs (RFC 3339); the departure date by default.",
        examples: ["2027-01-15T00:00:00Z"],
      }),
    ),
  },
  { additionalProperties: false },
);

const data = Type.Object({ watch: WatchSummarySchema });

type Input = Static<typeof input>;
type Data = Static<typeof data>;

/** A repeated call returns the same watch, unless it was deleted. */
export const createWatch = defineTool({
  name: "create_watch",
  title: "Watch a price",
  description:
    "Repeats a search and reports flights that meet a condition, such as a price. Runs cost searches until the watch ends: tell the user before. list_watches shows the matches.",
  input,
  data,
  scopes: [watchScopes],
  annotations: { readOnlyHint: false },
  async run(args, { client, signal }): Promise<Answer<Data>> {
    const watch = await create(client, requestOf(args), signal);
    return {
      complete: true,
      notes: [
        ...noteWatch(watch),
        "Matches are not sent to this connection: list_watches shows them, and webhooks for watch.matched get them.",
      ],
      next: [
        { tool: "list_watches", arguments: {}, purpose: "Result of the first run, in a few seconds." },
        { tool: "delete_watch", arguments: { watchId: watch.id }, purpose: "Stop the watch." },
      ],
      data: { watch: summarizeWatch(watch) },
      render: (all) => renderWatch(all.watch),
    };
  },
});

function requestOf({ search: given, condition: limits, ...rest }: Input): CreateWatch {
  const needsAwards = limits.maxMiles !== undefined || limits.minCentsPerPoint !== undefined;
  return { ...rest, condition: limits, search: { ...given, ...(needsAwards ? { includeAward: true } : {}) } };
}

async function create(client: Wayfare, request: CreateWatch, signal: AbortSignal): Promise<Watch> {
  const idempotencyKey = chargeKeyOf("watch", request);
  const { id } = await client.watches.create(request, { signal, idempotencyKey });
  try {
    return await client.watches.get(id, { signal });
  } catch (error) {
    // The same call has created a watch before that was deleted since.
    if (error instanceof NotFoundError) return client.watches.create(request, { signal });
    throw error;
  }
}
