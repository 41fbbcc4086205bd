import { formatMiles, formatMoney } from "./money-format.ts";

/** An amount of money as the API gives it. */
export function Money({ value }: { value: { amount: string; currency: string } }) {
  return <span className="font-mono tabular-nums whitespace-nowrap">{formatMoney(value)}</span>;
}

/** Miles, in the one colour that is theirs. */
export function Miles({ miles }: { miles: number }) {
  return <span className="font-mono whitespace-nowrap text-award tabular-nums">{formatMiles(miles)}</span>;
}
