import {
  AnyScoredSearchResponseSchema,
  AnySearchResponseSchema,
  CalendarRequestSchema,
  CalendarResponseSchema,
  type ErrorCode,
  ExploreRequestSchema,
  ExploreResponseSchema,
  OfferResponseSchema,
  PriceLevelQuerySchema,
  PriceLevelSchema,
  ref,
  SearchRequestSchema,
  SearchStreamPartSchema,
} from "@wayfare/contract";
import { type TSchema, Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { searchKeyHeader } from "../storage/idempotency.ts";
import { sendCalendar } from "./calendar.ts";
import { callContextOf } from "./call-context.ts";
import type { SearchDeps } from "./deps.ts";
import { sendExplore } from "./explore.ts";
import { getOffer } from "./offer.ts";
import { getPriceLevel } from "./price-level.ts";
import { sendSearch } from "./send-search.ts";

/** Either scope is sufficient. */
const searchAccess = ["usage.read", "flights.search"] as const;

const searchProblems = [
  ...bodyProblems,
  "QUOTA_EXCEEDED",
  "KEY_LIMIT_EXCEEDED",
  "SEARCH_UNPROCESSABLE",
  "IDEMPOTENCY_KEY_REUSED",
  "SUPPLY_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

/** Documents both media types of a search. The handler sends bytes, which are not serialized again. */
const searchResponse = (schema: TSchema) => ({
  description:
    "Flights in the requested `view`. With `Accept: text/event-stream`, server-sent events: `search`, then `flights` and `supply` as suppliers answer, `scoreOptions` (only `POST /v1/search` in the full view) and `done`. `error` ends a stream that fails after its start.",
  content: {
    "application/json": { schema: ref(schema) },
    "text/event-stream": { schema: ref(SearchStreamPartSchema) },
  },
});

export function registerSearchRoutes(app: App, deps: SearchDeps): void {
  app.post(
    "/v1/flights/search",
    {
      config: { access: searchAccess, operation: "search", shed: "first", applicationKeys: "own", compress: false },
      schema: {
        operationId: "searchFlights",
        tags: ["Search"],
        summary: "Search flights",
        description:
          "Returns flights with cash fares and award availability, without a ranking. If nothing matches, the lists are empty. A search with a live or service key counts toward the quota of the plan; it returns 402 if the quota is used up. Returns 503 if every supplier failed, and 504 if all of them timed out.",
        headers: searchKeyHeader,
        body: ref(SearchRequestSchema),
        response: { 200: searchResponse(AnySearchResponseSchema), ...problemResponses(searchProblems) },
      },
    },
    (request, reply) => sendSearch(deps, { body: request.body, scored: false }, request, reply),
  );
  app.post(
    "/v1/search",
    {
      config: { access: searchAccess, operation: "search", shed: "first", applicationKeys: "own", compress: false },
      schema: {
        operationId: "searchAndScore",
        tags: ["Search"],
        summary: "Search and rank flights",
        description:
          "Returns the same flights as `POST /v1/flights/search`, and ranks all offers in `scoreOptions`, best first. Use `profile` and `weights` to change the ranking. A search with a live or service key counts toward the quota of the plan; it returns 402 if the quota is used up. Returns 503 if every supplier failed, and 504 if all of them timed out.",
        headers: searchKeyHeader,
        body: ref(SearchRequestSchema),
        response: { 200: searchResponse(AnyScoredSearchResponseSchema), ...problemResponses(searchProblems) },
      },
    },
    (request, reply) => sendSearch(deps, { body: request.body, scored: true }, request, reply),
  );
  app.post(
    "/v1/flights/calendar",
    {
      config: {
        access: searchAccess,
        operation: "search",
        rate: "calendar",
        shed: "first",
        applicationKeys: "own",
        compress: false,
      },
      schema: {
        operationId: "getCalendar",
        tags: ["Search"],
        summary: "Find the lowest prices of many days",
        description:
          "Returns the lowest cash price and the lowest miles of each program for each day, each stay, or each pair of departure and return dates: the same prices as a search of these dates at that time. A calendar counts as one search. A key is limited to two calendars per second, one at a time. Live suppliers have no calendars: `supply` lists them as skipped, and the prices are null.",
        headers: searchKeyHeader,
        body: ref(CalendarRequestSchema),
        response: { 200: ref(CalendarResponseSchema), ...problemResponses(searchProblems) },
      },
    },
    (request, reply) => sendCalendar(deps, request.body, request, reply),
  );
  app.post(
    "/v1/flights/explore",
    {
      config: {
        access: searchAccess,
        operation: "search",
        rate: "calendar",
        shed: "first",
        applicationKeys: "own",
        compress: false,
      },
      schema: {
        operationId: "exploreDestinations",
        tags: ["Search"],
        summary: "Find the lowest prices of many destinations",
        description:
          "Returns the lowest cash price, the lowest nonstop price and the lowest miles of each destination over the requested dates: the same prices as searches of these places and dates at that time. An exploration counts as one search and has the rate limits of calendars. Live suppliers are not asked: `supply` lists them as skipped.",
        headers: searchKeyHeader,
        body: ref(ExploreRequestSchema),
        response: { 200: ref(ExploreResponseSchema), ...problemResponses(searchProblems) },
      },
    },
    (request, reply) => sendExplore(deps, request.body, request, reply),
  );
  app.get(
    "/v1/flights/price-level",
    {
      config: { access: searchAccess, applicationKeys: "own", rate: "calendar", shed: "first" },
      schema: {
        operationId: "getPriceLevel",
        tags: ["Search"],
        summary: "Compare a price with usual ones",
        description:
          "Returns whether the lowest price of a one-way trip of one adult is low, typical or high among departure dates with a similar lead time. The prices are those of the account's own live searches in the last 90 days, from suppliers whose terms allow storing them, or of the sandbox's fare model. With fewer than ten prices, `quartiles` and `level` are null. The rate limits of calendars apply, but it does not count toward the quota.",
        querystring: PriceLevelQuerySchema,
        response: {
          200: ref(PriceLevelSchema),
          ...problemResponses(["REQUEST_INVALID", "SEARCH_UNPROCESSABLE", "SUPPLY_UNAVAILABLE"]),
        },
      },
    },
    (request, reply) => getPriceLevel(deps, request.query, callContextOf(deps, request, reply)),
  );
  app.get(
    "/v1/offers/:id",
    {
      config: { access: searchAccess, applicationKeys: "own", rate: "search", shed: "first" },
      schema: {
        operationId: "getOffer",
        tags: ["Search"],
        summary: "Get the current price of an offer",
        description:
          "Returns whether the offer is still available at the same price: an offer of the sandbox by running its search again, an offer of a live supplier by a call to the supplier. If it changed, the response contains the current offer for the same flight and the price difference. The rate limits of searches apply, but it does not count toward the quota. Offers are kept for a day; after that it returns 404.",
        params: Type.Object({
          id: Type.String({ description: "Id of the offer.", examples: ["off_01kahz2j7p3v8c5m9n4q6r7s8t_0"] }),
        }),
        response: { 200: ref(OfferResponseSchema), ...problemResponses(["NOT_FOUND", "SUPPLY_UNAVAILABLE"]) },
      },
    },
    (request, reply) => getOffer(deps, request.params.id, callContextOf(deps, request, reply)),
  );
}
