import { type Static, Type } from "typebox";
import { refer } from "./schema.ts";

export const MoneySchema = Type.Object(
  {
    amount: Type.String({
      pattern: "^-?[0-9]+([.][0-9]+)?$",
      description:
        "Decimal string in the currency's own number of decimals. A unit price (`unitPrice`, `overagePerSearch`) may have more.",
      examples: ["412.60"],
    }),
    currency: Type.String({ description: "ISO 4217.", examples: ["USD"] }),
  },
  { $id: "Money", description: "An amount of money." },
);
export const money = (description: string) => refer(MoneySchema, { description });
/** An amount that may have more decimals than its currency, such as `0.004` USD. */
export const unitPrice = (description: string) =>
  refer(MoneySchema, { description: `${description} May have more decimals than the currency.` });

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
