import { type Place, PlacesQuerySchema, PlacesResponseSchema, refer } from "@wayfare/contract";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";

/** Airports and cities by name. */
export interface PlaceIndex {
  /** Best match first. */
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
          "Finds airports and cities by their code or the beginning of a name, the best match first. Use it for autocompletion. The list has one page only.",
        querystring: PlacesQuerySchema,
        response: { 200: refer(PlacesResponseSchema), ...answers(["REQUEST_INVALID"]) },
      },
    },
    async (request) => ({
      data: places.listPlaces(request.query.q, request.query.limit ?? 10),
      nextCursor: null,
    }),
  );
}
