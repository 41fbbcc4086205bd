import type { Warning } from "@wayfare/contract";
import type { Tax } from "@wayfare/suppliers";
import type { Candidate } from "../candidates/merge.ts";

/** Returns the warnings about the data of flights. */
export function warningsOf(candidates: readonly Pick<Candidate, "cash" | "award">[]): Warning[] {
  const outdated = outdatedTaxes(candidates);
  if (outdated.size === 0) return [];
  const taxes = [...outdated].map(([name, lastDay]) => `${name} (${lastDay})`).sort();
  return [
    {
      code: "TAX_RATES_OUTDATED",
      detail: `The latest known rates of these taxes are used after their last day: ${taxes.join(", ")}.`,
    },
  ];
}

/** Earliest last day of the rates of each outdated tax, by its code. */
function outdatedTaxes(candidates: readonly Pick<Candidate, "cash" | "award">[]): Map<string, string> {
  const outdated = new Map<string, string>();
  const add = ({ code, validUntil, isOutdated }: Tax) => {
    if (isOutdated !== true || !validUntil) return;
    const name = code ?? "charges without a code";
    const known = outdated.get(name);
    if (known === undefined || validUntil < known) outdated.set(name, validUntil);
  };
  for (const { cash, award } of candidates) {
    for (const { offer } of cash) offer.taxes?.forEach(add);
    for (const { offer } of award) offer.taxes?.forEach(add);
  }
  return outdated;
}
