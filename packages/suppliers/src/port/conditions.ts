import type { ConditionRule, Currency } from "@wayfare/contract";

/** Terms of a cancellation, a change or a no-show. Null if the supplier does not state the value. */
export interface Condition {
  allowed: boolean;
  /** In minor units, for one traveler with a seat or for the offer, as `per` says. Null also if it is not allowed. */
  fee: number | null;
  per: "traveler" | "offer";
  /** Money that all travelers lose together, in minor units; never more than they pay. */
  total: number | null;
  /** Currency of `fee` and `total`; that of the offer if absent. */
  currency?: Currency;
  /** Miles that all travelers lose together; absent for money. */
  milesFee?: number | null;
  /** End of the validity of these terms; the first departure if absent. */
  untilMs?: number;
  rule: ConditionRule;
}

/** Terms of an offer, or of one slice. Null if the supplier does not state them. */
export interface StatedConditions {
  refund: Condition | null;
  change: Condition | null;
  noShow: Condition | null;
}

export interface Conditions extends StatedConditions {
  /** One for each slice, if their terms differ. */
  slices?: StatedConditions[];
}
