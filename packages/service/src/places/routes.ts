import { type Place, PlacesQuerySchema, PlacesResponseSchema, ref } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { problemResponses } from "../http/problem-responses.ts";

/** Index of airports and cities by code and name. */
export interface PlaceIndex {
  /** Lists matches, best first. */
  listPlaces(text: string, limit: number): Place[];
}

export function registerPlaceRoutes(app: App, places: PlaceIndex): void {
  app.get(
    "/v1/places",
    {
      config: { access: ["usage.read", "flights.search"], applicationKeys: "shared" },
      schema: {
        operationId: "listPlaces",
        tags: ["Search"],
        summary: "Find airports and cities",
        description:
          "Lists airports and cities that match a code or the beginning of a name, best match first, and of equal matches the one with more passengers first. Use it for autocompletion. Names match in many languages and scripts, and with one typo (`münchen`, `koeln`, `東京`, `saigon`, `londn`). Returns one page of at most `limit` places; without a match, an empty list.",
        querystring: PlacesQuerySchema,
        response: { 200: ref(PlacesResponseSchema), ...problemResponses(["REQUEST_INVALID"]) },
      },
    },
    async (request) => ({
      data: places.listPlaces(request.query.q, request.query.limit ?? 10),
      nextCursor: null,
    }),
  );
}
