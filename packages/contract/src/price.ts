import { type Static, Type } from "typebox";
import { nullable, oneOf, orNull, ref } from "./schema.ts";

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
        description: "Code of the surcharge or fee; null if the supplier states only the sum.",
        examples: ["YQ"],
      }),
    ),
    amount: money("Amount for all travelers."),
  },
  { $id: "Charge", description: "Surcharge or fee." },
);
/** Bases of the amount of a tax, from the strongest to the weakest. */
export const taxBases = ["law", "published", "approximate", "modelled"] as const;
export type TaxBasis = (typeof taxBases)[number];

export const TaxSchema = Type.Object(
  {
    code: nullable(
      Type.String({
        description:
          "Code of the tax on tickets; null for a modeled charge, for one whose code is not known, and if the supplier states only the sum.",
        examples: ["GB"],
      }),
    ),
    amount: money("Amount for all travelers."),
    basis: nullable(
      oneOf(taxBases, {
        description:
          "Basis of the amount: the text of a `law`; a tariff or notice that was `published`; an `approximate` amount, such as that of the largest airport for the whole country; or a model of airport charges (`modelled`). The weakest, if several amounts have one code. Null for the taxes of a live supplier.",
        examples: ["law"],
      }),
    ),
    validUntil: nullable(
      Type.String({
        format: "date",
        description:
          "Last day of departure for which the source states the rate; later departures have the latest known one. If the tax has several charges, the earliest of their days, or of the days that are past. Null if the source names no end, and for the taxes of a live supplier.",
        examples: ["2027-03-31"],
      }),
    ),
  },
  { $id: "Tax", description: "Tax or airport charge." },
);
export const taxes = (description: string) =>
  nullable(Type.Array(ref(TaxSchema), { description: `${description} Null if the supplier does not state them.` }));
export const charges = (description: string) =>
  nullable(Type.Array(ref(ChargeSchema), { description: `${description} Null if the supplier does not state them.` }));
/** Amount that not every supplier states. */
export const statedMoney = (description: string) =>
  orNull(ref(MoneySchema), `${description} Null if the supplier does not state it.`);

export type Money = Static<typeof MoneySchema>;
export type Charge = Static<typeof ChargeSchema>;
export type Tax = Static<typeof TaxSchema>;
