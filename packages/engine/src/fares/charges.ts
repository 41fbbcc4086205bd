/** A named part of a price in US cents, for one traveler: a tax, a surcharge or a fee. */
export interface UsdCharge {
  code: string;
  usdCents: number;
}

export function sumCharges(charges: readonly UsdCharge[]): number {
  let sum = 0;
  for (const { usdCents } of charges) sum += usdCents;
  return sum;
}
