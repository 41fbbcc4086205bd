import { componentNames } from "./option.ts";

const width = componentNames.length;

/**
 * For each position of the ranking, the first earlier position whose option dominates it (at least as good in every
 * component, better in one), or −1. Only earlier ones can dominate, so the first found is the best-ranked.
 *
 * @param utilities rows of unweighted component utilities, by option
 * @param order the options in ranked order
 */
export function findDominators(utilities: Float64Array, order: Int32Array): Int32Array {
  const dominators = new Int32Array(order.length).fill(-1);
  for (let position = 1; position < order.length; position += 1) {
    const row = order[position] * width;
    for (let earlier = 0; earlier < position; earlier += 1) {
      if (dominates(utilities, order[earlier] * width, row)) {
        dominators[position] = earlier;
        break;
      }
    }
  }
  return dominators;
}

function dominates(utilities: Float64Array, better: number, worse: number): boolean {
  let strictly = false;
  for (let i = 0; i < width; i += 1) {
    const difference = utilities[better + i] - utilities[worse + i];
    if (difference < 0) return false;
    if (difference > 0) strictly = true;
  }
  return strictly;
}
