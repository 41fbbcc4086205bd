import { type EditMatch, matchWithinOneEdit } from "./one-edit.ts";

/** Shortest text that is compared: with three characters, one edit leaves too little. */
export const minTypoLength = 4;

/** A distinct text within one edit of a query, with the positions of the places that have it. */
interface Spelling {
  readonly text: string;
  readonly match: EditMatch;
  readonly positions: readonly number[];
}

/** Distinct texts of places, for queries with one typo. */
export interface Spellings {
  /** True if a text begins with `query`. */
  hasPrefix(query: string): boolean;
  /** Lists the texts of which `query` is all, or the beginning, but for one edit. `query` has at least four characters. */
  findWithinOneEdit(query: string): Spelling[];
}

/**
 * Indexes the texts of each place. A query is compared with the first three characters of every text, which excludes nearly all of them
 * without reading the strings, and with the complete text of the rest.
 *
 * @param textsByPlace folded texts, by position of the place
 */
export function indexSpellings(textsByPlace: readonly (readonly string[])[]): Spellings {
  const positions = new Map<string, number[]>();
  for (const [position, texts] of textsByPlace.entries()) {
    for (const text of new Set(texts)) {
      const known = positions.get(text);
      if (known === undefined) positions.set(text, [position]);
      else known.push(position);
    }
  }
  // A text of fewer than three characters is not within one edit of a query of four.
  const texts = [...positions.keys()].filter((text) => text.length >= minTypoLength - 1).sort();
  const heads = new Uint16Array(3 * texts.length);
  for (const [at, text] of texts.entries()) for (let i = 0; i < 3; i += 1) heads[3 * at + i] = text.charCodeAt(i);
  return {
    hasPrefix: (query) => texts[firstFrom(texts, query)]?.startsWith(query) === true,
    findWithinOneEdit(query) {
      const found: Spelling[] = [];
      const [q0, q1, q2] = [query.charCodeAt(0), query.charCodeAt(1), query.charCodeAt(2)];
      for (let at = 0; at < heads.length; at += 3) {
        if (!canBeNear(q0, q1, q2, heads[at] ?? 0, heads[at + 1] ?? 0, heads[at + 2] ?? 0)) continue;
        const text = texts[at / 3] ?? "";
        const match = matchWithinOneEdit(query, text);
        if (match !== null) found.push({ text, match, positions: positions.get(text) ?? [] });
      }
      return found;
    },
  };
}

/** Position of the first of the sorted texts that is not before `query`. */
function firstFrom(texts: readonly string[], query: string): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] ?? "") < query) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if the first three characters of a query (q) and a text (t) allow one edit; exact if the edit is among them. */
function canBeNear(q0: number, q1: number, q2: number, t0: number, t1: number, t2: number): boolean {
  if (q0 === t0) return q1 === t1 || q1 === t2 || q2 === t1 || q2 === t2;
  const replaced = q1 === t1 && q2 === t2;
  const inserted = q1 === t0 && q2 === t1;
  const deleted = q0 === t1 && q1 === t2;
  const swapped = q0 === t1 && q1 === t0;
  return replaced || inserted || deleted || swapped;
}
