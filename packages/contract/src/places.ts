import { type Static, Type } from "typebox";
import { oneOf, refer } from "./schema.ts";

export const PlacesQuerySchema = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 80,
      description: "Code or beginning of a name.",
      examples: ["lond"],
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "Most places of the answer.", examples: [5] }),
    ),
  },
  { additionalProperties: false },
);

export const PlaceSchema = Type.Object(
  {
    code: Type.String({ description: "IATA code, good as origin or destination.", examples: ["LHR"] }),
    kind: oneOf(["airport", "city"], { description: "What the code names.", examples: ["airport"] }),
    name: Type.String({ description: "Name of the airport or city.", examples: ["Heathrow"] }),
    city: Type.String({ description: "City.", examples: ["London"] }),
    cityCode: Type.String({ description: "Metropolitan code.", examples: ["LON"] }),
    country: Type.String({ description: "ISO 3166-1 alpha-2.", examples: ["GB"] }),
    latitude: Type.Number({ description: "Degrees north.", examples: [51.47] }),
    longitude: Type.Number({ description: "Degrees east.", examples: [-0.4543] }),
  },
  { $id: "Place", description: "An airport or a city with several." },
);

export const PlacesResponseSchema = Type.Object(
  {
    data: Type.Array(refer(PlaceSchema), { description: "Best match first." }),
    nextCursor: Type.Null({ description: "Places are not paged." }),
  },
  { $id: "PlacesResponse", description: "Places that match." },
);

export type Place = Static<typeof PlaceSchema>;
export type PlacesQuery = Static<typeof PlacesQuerySchema>;
export type PlacesResponse = Static<typeof PlacesResponseSchema>;
