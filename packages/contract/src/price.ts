import { type Static, Type } from "typebox";
import { nullable, orNull, ref } from "./schema.ts";

export const MoneySchema = Type.Object(
  {
    amount: Type.String({
      pattern: "^-?[0-9]+([.][0-9]+)?$",
      description:
        "Decimal string with the number of decimals of the currency. A unit price (`unitPrice`, `overagePerSearch`) can have more.",
      examples: ["412.60"],
    }),
    currency: Type.String({ description: "Currency code (ISO 4217).", examples: ["USD"] }),
  },
  { $id: "Money", description: "Amount of money." },
);
export const money = (description: string) => ref(MoneySchema, { description });
/** Amount that can have more decimals than its currency, such as `0.004` USD. */
export const unitPrice = (description: string) =>
  ref(MoneySchema, { description: `${description} Can have more decimals than the currency.` });

export const ChargeSchema = Type.Object(
  {
    code: nullable(
      Type.String({
        description: "Code of the tax, surcharge or fee; null if the supplier states only the sum.",
        examples: ["GB"],
      }),
    ),
    amount: money("Amount for all travelers."),
  },
  { $id: "Charge", description: "Tax, surcharge or fee." },
);
export const charges = (description: string) =>
  nullable(Type.Array(ref(ChargeSchema), { description: `${description} Null if the supplier does not state them.` }));
/** Amount that not every supplier states. */
export const statedMoney = (description: string) =>
  orNull(ref(MoneySchema), `${description} Null if the supplier does not state it.`);

export type Money = Static<typeof MoneySchema>;
export type Charge = Static<typeof ChargeSchema>;
