import { PlacesQuerySchema, PlacesResponseSchema, refer } from "@wayfare/contract";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import type { Gazetteer } from "../supply.ts";

export function registerPlaceRoutes(app: App, gazetteer: Gazetteer): void {
  app.get(
    "/v1/places",
    {
      config: { access: ["usage.read", "flights.search"], applicationKeys: "shared" },
      schema: {
        operationId: "listPlaces",
        tags: ["Search"],
        summary: "Find airports and cities",
        description: "Completes a code or the beginning of a name, best match first.",
        querystring: PlacesQuerySchema,
        response: { 200: refer(PlacesResponseSchema), ...answers(["REQUEST_INVALID"]) },
      },
    },
    async (request) => ({
      data: gazetteer.listPlaces(request.query.q, request.query.limit ?? 10),
      nextCursor: null,
    }),
  );
}
