/** Instructions that clients show to their model with the tools. */
export function instructionsAt(nowMs: number): string {
  return [
    `Flight search and booking in money and in miles. Today is ${new Date(nowMs).toISOString().slice(0, 10)} (UTC); searches reach 330 days ahead.`,
    "Choose the tool by the open question: dates → calendar, destination → explore, neither → search_flights; money or miles → compare_cash_and_miles.",
    "Offers are valid for 15 minutes. Prices are totals for all travelers.",
    "Tell the user what `notes` say, above all if flights are simulated. If `complete` is false, say so or use `next`.",
    "Never book without the user's confirmation of price, rules and travelers.",
  ].join("\n");
}
