import { formatMiles, formatMoney } from "./money-format.ts";

/** Amount of money from the API. */
export function Money({ value }: { value: { amount: string; currency: string } }) {
  return <span className="font-mono tabular-nums whitespace-nowrap">{formatMoney(value)}</span>;
}

/** Miles, in the award color. */
export function Miles({ miles }: { miles: number }) {
  return <span className="font-mono whitespace-nowrap text-award tabular-nums">{formatMiles(miles)}</span>;
}
