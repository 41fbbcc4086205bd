/** A decimal number without error: `digits / 10 ** scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** Reads a decimal string such as `0.004`; throws a RangeError where it is none. */
export function parseDecimal(text: string): Decimal {
  const match = /^(-?[0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match?.[1] === undefined) throw new RangeError(`${JSON.stringify(text)} is no decimal number`);
  const fraction = match[2] ?? "";
  return { digits: BigInt(match[1] + fraction), scale: fraction.length };
}

/** A quotient, rounded to the nearest whole number, halves away from zero. The divisor is above zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * dividend;
  return dividend < 0n ? -((divisor - twice) / (2n * divisor)) : (twice + divisor) / (2n * divisor);
}

/** A quotient of numbers above zero, rounded up. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Whole minor units as a number; throws a RangeError where a number does not hold them exactly. */
export function toMinor(units: bigint): number {
  const minor = Number(units);
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${units} minor units are too many`);
  return minor;
}

/** `minor × part / whole`, rounded to whole minor units. */
export function shareOf(minor: number, part: number, whole: number): number {
  return toMinor(divideRounded(BigInt(minor) * BigInt(part), BigInt(whole)));
}
