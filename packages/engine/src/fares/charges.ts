/** A named part of a price in US cents, for one traveler: a surcharge or a fee. */
export interface UsdCharge {
  code: string;
  usdCents: number;
}

export function sumCharges(charges: readonly Pick<UsdCharge, "usdCents">[]): number {
  let sum = 0;
  for (const { usdCents } of charges) sum += usdCents;
  return sum;
}

/** Adds to the charge with the same code, or as a new one; does nothing if the amount is 0. */
export function addCharge(charges: UsdCharge[], code: string, usdCents: number): void {
  if (usdCents === 0) return;
  for (const charge of charges) {
    if (charge.code === code) {
      charge.usdCents += usdCents;
      return;
    }
  }
  charges.push({ code, usdCents });
}
