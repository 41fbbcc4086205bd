import type { Plan } from "@wayfare/sdk";
import { formatCount, formatMoney } from "./money-format.ts";

/** Lists the prices of searches beyond the included ones, with the searches of each. */
export function listTiers(tiers: Plan["overageTiers"]): { name: string; value: string }[] {
  if (tiers.length === 0) return [{ name: "Overage per search", value: "none" }];
  return tiers.map(({ upTo, unitPrice }, index) => {
    const from = formatCount((tiers[index - 1]?.upTo ?? 0) + 1);
    const range = upTo === null ? `from search ${from}` : `search ${from} to ${formatCount(upTo)}`;
    return { name: tiers.length === 1 ? "Overage per search" : `Overage, ${range}`, value: formatMoney(unitPrice) };
  });
}
