import {
  type ErrorCode,
  OfferResponseSchema,
  refer,
  ScoredSearchResponseSchema,
  SearchRequestSchema,
  SearchResponseSchema,
} from "@wayfare/contract";
import { Type } from "typebox";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { searchKeyHeader } from "../storage/idempotency.ts";
import { callOf } from "./call.ts";
import { getOffer } from "./offer.ts";
import type { SearchParts } from "./parts.ts";
import { searchAndScore, searchFlights } from "./search.ts";

/** Either scope will do. */
const searchAccess = ["usage.read", "flights.search"] as const;

const searchProblems = [
  ...bodyProblems,
  "QUOTA_EXCEEDED",
  "SEARCH_UNPROCESSABLE",
  "IDEMPOTENCY_KEY_REUSED",
  "SUPPLY_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

export function registerSearchRoutes(app: App, parts: SearchParts): void {
  app.post(
    "/v1/flights/search",
    {
      config: { access: searchAccess, operation: "search", shed: "first", applicationKeys: "own" },
      schema: {
        operationId: "searchFlights",
        tags: ["Search"],
        summary: "Search flights",
        description:
          "Returns flights with cash fares and award availability, without a ranking. No match is 200 with empty lists. A search with a live or service key counts toward the quota of the plan and answers 402 if the quota is used up. Returns 503 if every supplier failed and 504 if all of them timed out.",
        headers: searchKeyHeader,
        body: refer(SearchRequestSchema),
        response: { 200: refer(SearchResponseSchema), ...answers(searchProblems) },
      },
    },
    (request, reply) => searchFlights(parts, request.body, callOf(request, reply)),
  );
  app.post(
    "/v1/search",
    {
      config: { access: searchAccess, operation: "search", shed: "first", applicationKeys: "own" },
      schema: {
        operationId: "searchAndScore",
        tags: ["Search"],
        summary: "Search and rank flights",
        description:
          "Returns the same flights as `POST /v1/flights/search`, and scores every offer in `scoreOptions`, best first. `profile` and `weights` change the ranking. A search with a live or service key counts toward the quota of the plan and answers 402 if the quota is used up.",
        headers: searchKeyHeader,
        body: refer(SearchRequestSchema),
        response: { 200: refer(ScoredSearchResponseSchema), ...answers(searchProblems) },
      },
    },
    (request, reply) => searchAndScore(parts, request.body, callOf(request, reply)),
  );
  app.get(
    "/v1/offers/:id",
    {
      config: { access: searchAccess, applicationKeys: "own", rate: "search", shed: "first" },
      schema: {
        operationId: "getOffer",
        tags: ["Search"],
        summary: "Price an offer again",
        description:
          "Runs the search of the offer again and returns whether the offer is still available. It is limited like a search, but does not count toward the quota. Offers are kept for a day; after that the answer is 404.",
        params: Type.Object({
          id: Type.String({ description: "Id of the offer.", examples: ["off_01kahz2j7p3v8c5m9n4q6r7s8t_0"] }),
        }),
        response: { 200: refer(OfferResponseSchema), ...answers(["NOT_FOUND", "SUPPLY_UNAVAILABLE"]) },
      },
    },
    (request, reply) => getOffer(parts, request.params.id, callOf(request, reply)),
  );
}
