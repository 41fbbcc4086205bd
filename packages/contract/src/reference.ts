import { type Static, Type } from "typebox";
import { ProgramSchema } from "./dictionaries.ts";
import { currencies } from "./money.ts";
import { nullable, oneOf } from "./schema.ts";

export const alliances = ["star", "oneworld", "skyteam"] as const;
export type Alliance = (typeof alliances)[number];

const alliance = nullable(
  oneOf(alliances, {
    description: "Airline alliance; null if none.",
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
      description: "IATA codes of the airlines that can be booked with miles of the program, sorted.",
      examples: [["AC", "LH", "UA"]],
    }),
  },
  { $id: "ProgramDetail", description: "Loyalty program with award flights." },
);

export const AirlineDetailSchema = Type.Object(
  {
    code: Type.String({ description: "IATA code.", examples: ["BA"] }),
    name: Type.String({ description: "Name of the airline.", examples: ["British Airways"] }),
    country: Type.String({ description: "Country code (ISO 3166-1 alpha-2).", examples: ["GB"] }),
    alliance,
  },
  { $id: "AirlineDetail", description: "Airline." },
);

export const AircraftDetailSchema = Type.Object(
  {
    code: Type.String({ description: "IATA code.", examples: ["77W"] }),
    name: Type.String({ description: "Name of the aircraft type.", examples: ["Boeing 777-300ER"] }),
  },
  { $id: "AircraftDetail", description: "Aircraft type." },
);

export const CurrencyDetailSchema = Type.Object(
  {
    code: oneOf(currencies, { description: "ISO 4217 code.", examples: ["USD"] }),
    name: Type.String({ description: "English name of the currency.", examples: ["US Dollar"] }),
    decimals: Type.Integer({ description: "Number of decimals of an amount.", examples: [2] }),
  },
  { $id: "CurrencyDetail", description: "Currency in which prices can be requested." },
);

export type ProgramDetail = Static<typeof ProgramDetailSchema>;
export type AirlineDetail = Static<typeof AirlineDetailSchema>;
export type AircraftDetail = Static<typeof AircraftDetailSchema>;
export type CurrencyDetail = Static<typeof CurrencyDetailSchema>;
