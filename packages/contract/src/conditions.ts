import { type Static, Type } from "typebox";
import { MoneySchema } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { instant } from "./wire-values.ts";

export const conditionRules = [
  "free",
  "fee",
  "taxes_only",
  "redeposit",
  "miles_only",
  "not_allowed",
  "forfeited",
  "supplier",
] as const;

/** Rule that determines what a cancellation, a change or a no-show costs. */
export type ConditionRule = (typeof conditionRules)[number];

export const ConditionSchema = Type.Object(
  {
    allowed: Type.Boolean({
      description:
        "False if the fare is not refundable, or cannot be changed. A cancellation of a fare that is not refundable can still return taxes: `total` is the amount that is lost.",
      examples: [true],
    }),
    fee: orNull(
      ref(MoneySchema),
      "Fee for one traveler with a seat or for all, as `per` says. Null if the supplier does not state it, if this is not allowed, or if nothing is refunded.",
    ),
    per: oneOf(["traveler", "offer"], {
      description: "Unit of `fee`: a traveler with a seat, or the whole offer.",
      examples: ["traveler"],
    }),
    total: orNull(
      ref(MoneySchema),
      "Money that all travelers lose together, never more than they pay: a cancellation until `until` returns the price less this amount, and a change costs it in addition to the difference in fares. Null if the supplier does not state it, and for a change that is not allowed. Can have another currency than the offer.",
    ),
    milesFee: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          description: "Awards only: miles that all travelers lose together. Null if the supplier does not state it.",
          examples: [3000],
        }),
      ),
    ),
    until: nullable(instant("End of these terms; null for the first departure.")),
    rule: Type.String({
      description:
        "Rule. `free`: no fee. `fee`: a fee. `taxes_only`: taxes and airport charges are returned, the fare and surcharges are not. `redeposit`: miles, taxes and surcharges are returned less the fees, booking fees are not. `miles_only`: miles are returned, money is not. `not_allowed`: not possible. `forfeited`: nothing is returned. `supplier`: as the supplier states. More rules can be added.",
      examples: ["fee"],
    }),
  },
  { $id: "Condition", description: "Terms of a cancellation, a change or a no-show." },
);

const unstated = "Null if the supplier does not state them.";
const stated = {
  refund: orNull(ref(ConditionSchema), `Terms of a cancellation before departure. ${unstated}`),
  change: orNull(ref(ConditionSchema), `Terms of a change of dates or flights before departure. ${unstated}`),
  noShow: orNull(ref(ConditionSchema), `Terms if the first flight departs without a cancellation. ${unstated}`),
};

export const SliceConditionsSchema = Type.Object(stated, {
  $id: "SliceConditions",
  description: "Conditions of one slice.",
});

export const ConditionsSchema = Type.Object(
  {
    ...stated,
    slices: Type.Optional(
      Type.Array(ref(SliceConditionsSchema), {
        description: "Conditions of each slice, in order, if they differ. Absent for others.",
      }),
    ),
  },
  {
    $id: "Conditions",
    description:
      "Costs of a cancellation, a change and a no-show. The sandbox charges exactly these fees; a live supplier confirms its refund when the booking is cancelled.",
  },
);

export type Condition = Static<typeof ConditionSchema>;
export type Conditions = Static<typeof ConditionsSchema>;
