const formats = new Map<string, Intl.NumberFormat>();

/** Formats money as `$412.60`, `€1,204.00` or `¥58,000`, with the decimals of the amount. */
export function formatMoney({ amount, currency }: { amount: string; currency: string }): string {
  const decimals = amount.split(".")[1]?.length ?? 0;
  const name = `${currency} ${decimals}`;
  const format = formats.get(name) ?? makeFormat(currency, decimals);
  formats.set(name, format);
  return format.format(Number(amount));
}

function makeFormat(currency: string, decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

const whole = new Intl.NumberFormat("en");

/** Formats miles as `35,000 mi`. */
export function formatMiles(miles: number): string {
  return `${whole.format(miles)} mi`;
}

/** Formats a count as `1,290`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Formats a count with its singular or plural noun: `1 search`, `1,290 searches`. */
export function formatCounted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
