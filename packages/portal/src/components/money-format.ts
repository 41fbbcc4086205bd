const formats = new Map<string, Intl.NumberFormat>();

/** `$412.60`, `€1,204.00`, `¥58,000`: the decimals are those of the amount itself. */
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

/** `35,000 mi`. */
export function formatMiles(miles: number): string {
  return `${whole.format(miles)} mi`;
}

/** `1,290`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** `1 search`, `1,290 searches`: a count with the word, or the words, that follow it. */
export function formatCounted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
