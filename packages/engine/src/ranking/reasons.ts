import { verdictOf } from "./award-verdict.ts";
import { comparison, dominance, type Landmarks, superlative } from "./comparison.ts";
import type { Wording } from "./option.ts";
import { remarksOf, stopsStatement } from "./remarks.ts";

const mostReasons = 4;

/**
 * One to four plain statements on the option at a position, the most telling first: what its miles buy, how it compares
 * with the most natural alternative or with the option that dominates it, its stops, then what to watch for.
 *
 * @param dominator position of the option that dominates it, or −1
 */
export function reasonsOf(position: number, dominator: number, landmarks: Landmarks, wording: Wording): string[] {
  const option = landmarks.ranked[position];
  const compared =
    dominator < 0 ? comparison(position, landmarks, wording) : dominance(position, dominator, landmarks, wording);
  const statements = [
    verdictOf(option, wording),
    superlative(position, landmarks),
    compared,
    stopsStatement(option),
    ...remarksOf(option),
  ];
  return statements.filter((statement) => statement !== null).slice(0, mostReasons);
}
