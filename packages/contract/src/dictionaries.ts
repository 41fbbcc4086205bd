import { type Static, Type } from "typebox";
import { ref } from "./schema.ts";

export const PlaceNameSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the airport or city.", examples: ["John F. Kennedy"] }),
    city: Type.String({ description: "Name of the city.", examples: ["New York"] }),
    country: Type.String({ description: "Country code (ISO 3166-1 alpha-2).", examples: ["US"] }),
    latitude: Type.Number({ description: "Latitude in degrees north.", examples: [40.6394] }),
    longitude: Type.Number({ description: "Longitude in degrees east.", examples: [-73.7793] }),
  },
  { $id: "PlaceName", description: "Name and position of a place." },
);

export const ProgramSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the program.", examples: ["Air Canada Aeroplan"] }),
    transferPartners: Type.Array(
      Type.Object({
        currency: Type.String({
          description: "Points that can be transferred to the program.",
          examples: ["chase-ur"],
        }),
        ratio: Type.Number({ description: "Miles per point.", examples: [1] }),
      }),
      { description: "Bank and hotel points that can be transferred to the program." },
    ),
    valueCents: Type.Object(
      {
        floor: Type.Number({ description: "Low value.", examples: [1.2] }),
        ceiling: Type.Number({ description: "High value.", examples: [1.8] }),
      },
      { description: "Value of a mile in US cents." },
    ),
  },
  { $id: "Program", description: "Loyalty program." },
);

export const DictionariesSchema = Type.Object(
  {
    places: Type.Record(Type.String(), ref(PlaceNameSchema), { description: "Places by airport code." }),
    airlines: Type.Record(Type.String(), Type.String(), {
      description: "Airline names by code.",
      examples: [{ BA: "British Airways" }],
    }),
    aircraft: Type.Record(Type.String(), Type.String(), {
      description: "Aircraft names by code.",
      examples: [{ "77W": "Boeing 777-300ER" }],
    }),
    programs: Type.Record(Type.String(), ref(ProgramSchema), { description: "Loyalty programs by code." }),
  },
  { $id: "Dictionaries", description: "Names for the codes used in the flights." },
);

export type Program = Static<typeof ProgramSchema>;
export type PlaceName = Static<typeof PlaceNameSchema>;
export type Dictionaries = Static<typeof DictionariesSchema>;
