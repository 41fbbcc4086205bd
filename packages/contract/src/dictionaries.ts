import { type Static, Type } from "typebox";
import { refer } from "./schema.ts";

export const PlaceNameSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the airport or city.", examples: ["John F. Kennedy"] }),
    city: Type.String({ description: "City.", examples: ["New York"] }),
    country: Type.String({ description: "ISO 3166-1 alpha-2.", examples: ["US"] }),
    latitude: Type.Number({ description: "Degrees north.", examples: [40.6394] }),
    longitude: Type.Number({ description: "Degrees east.", examples: [-73.7793] }),
  },
  { $id: "PlaceName", description: "What a place is called, and where it is." },
);

export const ProgramSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the program.", examples: ["Air Canada Aeroplan"] }),
    transferPartners: Type.Array(
      Type.Object({
        currency: Type.String({ description: "Points that can be moved into it.", examples: ["chase-ur"] }),
        ratio: Type.Number({ description: "Miles for one point.", examples: [1] }),
      }),
      { description: "Points of banks and hotels that become miles." },
    ),
    valueCents: Type.Object(
      {
        floor: Type.Number({ description: "Low value.", examples: [1.2] }),
        ceiling: Type.Number({ description: "High value.", examples: [1.8] }),
      },
      { description: "US cents that a mile is worth." },
    ),
  },
  { $id: "Program", description: "A loyalty program." },
);

export const DictionariesSchema = Type.Object(
  {
    places: Type.Record(Type.String(), refer(PlaceNameSchema), { description: "By airport code." }),
    airlines: Type.Record(Type.String(), Type.String(), {
      description: "Names by code.",
      examples: [{ BA: "British Airways" }],
    }),
    aircraft: Type.Record(Type.String(), Type.String(), {
      description: "Names by code.",
      examples: [{ "77W": "Boeing 777-300ER" }],
    }),
    programs: Type.Record(Type.String(), refer(ProgramSchema), { description: "By program." }),
  },
  { $id: "Dictionaries", description: "Names of every code in the flights." },
);

export type Program = Static<typeof ProgramSchema>;
export type PlaceName = Static<typeof PlaceNameSchema>;
export type Dictionaries = Static<typeof DictionariesSchema>;
