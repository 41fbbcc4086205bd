import { type Static, Type } from "typebox";
import { oneOf, ref } from "./schema.ts";

export const placeKinds = ["airport", "city"] as const;
export type PlaceKind = (typeof placeKinds)[number];

const codePattern = "[A-Za-z]{3}";
const placePattern = `^((${placeKinds.join("|")}):)?${codePattern}$`;

export const PlaceReferenceSchema = Type.Object(
  {
    code: Type.String({ pattern: `^${codePattern}$`, description: "IATA code.", examples: ["DFW"] }),
    kind: oneOf(placeKinds, {
      description: "`airport`: only this airport. `city`: all airports of the city.",
      examples: ["airport"],
    }),
  },
  {
    $id: "PlaceReference",
    additionalProperties: false,
    examples: [{ code: "DFW", kind: "airport" }],
    description: "Airport or city.",
  },
);

/** Schema of a place in a request: an IATA code, a place id or a `PlaceReference`. */
export function placeSchema(description: string, example: string) {
  return Type.Unsafe<string | PlaceReference>({ anyOf: placeForms(example), description, examples: [example] });
}

function placeForms(example: string): object[] {
  return [
    {
      type: "string",
      pattern: placePattern,
      description: "IATA code or place id, such as `DFW`, `airport:DFW` or `city:NYC`.",
      examples: [example],
    },
    ref(PlaceReferenceSchema),
  ];
}

/** Schema of one place as a string, for query parameters. */
export function placeIdSchema(description: string, example: string) {
  return Type.String({ pattern: placePattern, description, examples: [example] });
}

/** Maximum number of places on one side of a search. */
export const maxPlaces = 10;

/** Schema of one place, as `placeSchema`, or of a list of them. */
export function placesSchema(description: string, example: string) {
  const forms = placeForms(example);
  return Type.Unsafe<string | PlaceReference | (string | PlaceReference)[]>({
    anyOf: [
      ...forms,
      {
        type: "array",
        items: { anyOf: forms },
        minItems: 1,
        maxItems: maxPlaces,
        description: `List of up to ${maxPlaces} places.`,
        examples: [[example]],
      },
    ],
    description,
    examples: [example],
  });
}

/** Parses a place of a request. `kind` is null for a bare code. Returns the code in upper case. */
export function parsePlace(place: string | PlaceReference): { code: string; kind: PlaceKind | null } {
  if (typeof place !== "string") return { code: place.code.toUpperCase(), kind: place.kind };
  const [code = "", prefix] = place.split(":").toReversed();
  return { code: code.toUpperCase(), kind: placeKinds.find((kind) => kind === prefix) ?? null };
}

export function isPlaceId(text: string): boolean {
  return text.includes(":") && new RegExp(placePattern).test(text);
}

/** Returns the id of a place, such as `airport:DFW`. */
export function placeIdOf({ code, kind }: PlaceReference): string {
  return `${kind}:${code}`;
}

export const PlacesQuerySchema = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 80,
      description:
        "IATA code, place id, or beginning of a name: English, native, former or foreign, with or without diacritics, or with one typo.",
      examples: ["lond"],
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "Maximum number of places.", examples: [5] }),
    ),
  },
  { additionalProperties: false },
);

export const PlaceSchema = Type.Object(
  {
    id: Type.String({
      pattern: `^(${placeKinds.join("|")}):[A-Z]{3}$`,
      description: "Id of the place, accepted as `origin` and `destination` of a search.",
      examples: ["airport:LHR"],
    }),
    code: Type.String({
      description: "IATA code. An airport and a city can have the same code; their ids differ.",
      examples: ["LHR"],
    }),
    kind: oneOf(placeKinds, { description: "Kind of place.", examples: ["airport"] }),
    name: Type.String({ description: "Name of the airport or city.", examples: ["Heathrow"] }),
    city: Type.String({ description: "Name of the city.", examples: ["London"] }),
    cityCode: Type.String({ description: "IATA code of the city.", examples: ["LON"] }),
    country: Type.String({ description: "Country code (ISO 3166-1 alpha-2).", examples: ["GB"] }),
    latitude: Type.Number({ description: "Latitude in degrees north.", examples: [51.47] }),
    longitude: Type.Number({ description: "Longitude in degrees east.", examples: [-0.4543] }),
  },
  { $id: "Place", description: "Airport, or city with several airports." },
);

export const PlacesResponseSchema = Type.Object(
  {
    data: Type.Array(ref(PlaceSchema), { description: "Places, best match first." }),
    nextCursor: Type.Null({ description: "Always null: the list has one page." }),
  },
  { $id: "PlacesResponse", description: "Matching places." },
);

export type PlaceReference = Static<typeof PlaceReferenceSchema>;
export type Place = Static<typeof PlaceSchema>;
export type PlacesQuery = Static<typeof PlacesQuerySchema>;
export type PlacesResponse = Static<typeof PlacesResponseSchema>;
