import type { Place } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { type Answer, halve } from "../answers/answer.ts";
import { maxResults } from "./search-input.ts";
import { defineTool, searchScopes } from "./tool.ts";

const input = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 80,
      description: "Name, beginning of a name or IATA code of a city or airport, in any language.",
      examples: ["london"],
    }),
    maxResults: maxResults(5, 30),
  },
  { additionalProperties: false },
);

const data = Type.Object({
  places: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: "Id for `origin` and `destination`." }),
        name: Type.String(),
        city: Type.String(),
        country: Type.String(),
      },
      { additionalProperties: false },
    ),
    { description: "Best match first." },
  ),
});

type Data = Static<typeof data>;

const defaultResults = 5;

export const findPlaces = defineTool({
  name: "find_places",
  title: "Find airports and cities",
  description: "Finds the codes of airports and cities by name. A city id such as city:LON means all its airports.",
  input,
  data,
  scopes: [searchScopes],
  annotations: { openWorldHint: false },
  async run({ query, maxResults: limit = defaultResults }, { client, signal }): Promise<Answer<Data>> {
    const { data: places } = await client.places.find({ q: query, limit: limit + 1 }, { signal });
    const isCut = places.length > limit;
    return {
      complete: !isCut,
      notes: isCut ? ["There are more matches: use a longer query or maxResults."] : [],
      next: [],
      data: { places: places.slice(0, limit).map(toPlace) },
      render: (all) =>
        all.places.map(({ id, name, city, country }) => `${id}: ${name}, ${city}, ${country}`).join("\n") ||
        "No places found. Try the English name or the IATA code.",
      shrink: (all) => {
        const fewer = halve(all.places);
        return fewer && { places: fewer };
      },
    };
  },
});

const toPlace = ({ id, name, city, country }: Place) => ({ id, name, city, country });
