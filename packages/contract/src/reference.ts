import { type Static, Type } from "typebox";
import { ProgramSchema } from "./dictionaries.ts";
import { currencies } from "./money.ts";
import { nullable, oneOf } from "./schema.ts";

export const alliances = ["star", "oneworld", "skyteam"] as const;

const alliance = nullable(
  oneOf(alliances, {
    description: "Airline alliance; null without one.",
    examples: ["oneworld"],
  }),
);

export const ProgramDetailSchema = Type.Object(
  {
    code: Type.String({
      description: "Code of the program, accepted in `programs` of a search.",
      examples: ["aeroplan"],
    }),
    ...ProgramSchema.properties,
    alliance,
    airlines: Type.Array(Type.String(), {
      description: "IATA codes of the airlines whose flights can be booked with its miles, in order.",
      examples: [["AC", "LH", "UA"]],
    }),
  },
  { $id: "ProgramDetail", description: "A loyalty program that awards are available from." },
);

export const AirlineDetailSchema = Type.Object(
  {
    code: Type.String({ description: "IATA code.", examples: ["BA"] }),
    name: Type.String({ description: "Name of the airline.", examples: ["British Airways"] }),
    country: Type.String({ description: "ISO 3166-1 alpha-2.", examples: ["GB"] }),
    alliance,
  },
  { $id: "AirlineDetail", description: "An airline." },
);

export const AircraftDetailSchema = Type.Object(
  {
    code: Type.String({ description: "IATA code.", examples: ["77W"] }),
    name: Type.String({ description: "Name of the type.", examples: ["Boeing 777-300ER"] }),
  },
  { $id: "AircraftDetail", description: "An aircraft type." },
);

export const CurrencyDetailSchema = Type.Object(
  {
    code: oneOf(currencies, { description: "ISO 4217 code.", examples: ["USD"] }),
    name: Type.String({ description: "English name.", examples: ["US Dollar"] }),
    decimals: Type.Integer({ description: "Decimals of an amount.", examples: [2] }),
  },
  { $id: "CurrencyDetail", description: "A currency that prices can be requested in." },
);

export type ProgramDetail = Static<typeof ProgramDetailSchema>;
export type AirlineDetail = Static<typeof AirlineDetailSchema>;
export type AircraftDetail = Static<typeof AircraftDetailSchema>;
export type CurrencyDetail = Static<typeof CurrencyDetailSchema>;
