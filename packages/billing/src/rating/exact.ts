/** An exact decimal number: `digits / 10 ** scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/**
 * Parses a decimal string such as `0.004`.
 *
 * @throws RangeError if the text is not a decimal number.
 */
export function parseDecimal(text: string): Decimal {
  const match = /^(-?[0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match?.[1] === undefined) throw new RangeError(`${JSON.stringify(text)} is not a decimal number`);
  const fraction = match[2] ?? "";
  return { digits: BigInt(match[1] + fraction), scale: fraction.length };
}

/** Divides and rounds to the nearest integer, halves away from zero. The divisor must be positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * dividend;
  return dividend < 0n ? -((divisor - twice) / (2n * divisor)) : (twice + divisor) / (2n * divisor);
}

/** Divides positive numbers and rounds up. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/**
 * Converts minor units to a number.
 *
 * @throws RangeError beyond the safe integers.
 */
export function toMinor(units: bigint): number {
  const minor = Number(units);
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${units} minor units exceed the safe integers`);
  return minor;
}

/** Computes `minor × part / whole`, rounded to whole minor units. */
export function shareOf(minor: number, part: number, whole: number): number {
  return toMinor(divideRounded(BigInt(minor) * BigInt(part), BigInt(whole)));
}
