import { type Static, Type } from "typebox";
import { refer } from "./schema.ts";

export const MoneySchema = Type.Object(
  {
    amount: Type.String({
      pattern: "^-?[0-9]+([.][0-9]+)?$",
      description: "Decimal string in the currency's own number of decimals.",
      examples: ["412.60"],
    }),
    currency: Type.String({ description: "ISO 4217.", examples: ["USD"] }),
  },
  { $id: "Money", description: "An amount of money." },
);
export const money = (description: string) => refer(MoneySchema, { description });

export const ChargeSchema = Type.Object(
  {
    code: Type.String({ description: "Code of the tax, surcharge or fee.", examples: ["GB"] }),
    amount: money("For all travelers together."),
  },
  { $id: "Charge", description: "A named part of a price." },
);
export const charges = (description: string) => Type.Array(refer(ChargeSchema), { description });

export type Money = Static<typeof MoneySchema>;
export type Charge = Static<typeof ChargeSchema>;
