import { verdictOf } from "./award-verdict.ts";
import { type ComparisonContext, comparison, dominance, superlative } from "./comparison.ts";
import type { Wording } from "./option.ts";
import { remarksOf, stopsStatement } from "./remarks.ts";

const maxReasons = 4;

/**
 * One to four plain statements on the option at a position, most important first: the value of its miles, the comparison with the most
 * natural alternative or with the option that dominates it, its stops, then risks.
 *
 * @param dominator position of the option that dominates it, or −1
 */
export function reasonsOf(position: number, dominator: number, context: ComparisonContext, wording: Wording): string[] {
  const option = context.ranked[position];
  const compared =
    dominator < 0 ? comparison(position, context, wording) : dominance(position, dominator, context, wording);
  const statements = [
    verdictOf(option, wording),
    superlative(position, context),
    compared,
    stopsStatement(option),
    ...remarksOf(option),
  ];
  return statements.filter((statement) => statement !== null).slice(0, maxReasons);
}
