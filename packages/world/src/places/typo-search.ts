import { indexSpellings, minTypoLength, type Spellings } from "./spellings.ts";

/** Names and words of one place, folded. */
export interface SpelledPlace {
  /** Complete names of its city, in any language. */
  readonly names: readonly string[];
  /** Words of its names, each after a space. */
  readonly words: string;
}

/** Shortest text that may have a typo in the beginning of a name, in a complete word and in the beginning of a word. */
const minLength = { namePrefix: 5, word: 5, wordPrefix: 6 } as const;
/** Queries of more words are compared with complete names only. */
const maxWords = 4;

/** Match qualities, best first. */
const RANK = { name: 0, namePrefix: 1, word: 2 } as const;

/**
 * Creates the search for queries with one typo: a character inserted, deleted, replaced or swapped with its neighbor. It compares the query
 * with every distinct name, and each word of it that no known word begins with, with every distinct word; the other words must match
 * without a typo.
 *
 * @returns function that lists the positions of the places, the best match first: typo in a complete name, in the beginning of a name, in a
 * word; ties are in the order of `places`
 */
export function createTypoSearch(places: readonly SpelledPlace[]): (query: string) => number[] {
  const names = indexSpellings(places.map((place) => place.names));
  const words = indexSpellings(places.map((place) => place.words.trim().split(" ")));
  return (query) => {
    if (query.length < minTypoLength) return [];
    const ranks = new Map<number, number>();
    for (const position of withTypoInWord(query.split(" "), places, words)) ranks.set(position, RANK.word);
    for (const { match, positions } of names.findWithinOneEdit(query)) {
      if (match === "prefix" && query.length < minLength.namePrefix) continue;
      const rank = match === "whole" ? RANK.name : RANK.namePrefix;
      for (const position of positions) ranks.set(position, Math.min(rank, ranks.get(position) ?? rank));
    }
    return [...ranks].sort(([a, rankA], [b, rankB]) => rankA - rankB || a - b).map(([position]) => position);
  };
}

function* withTypoInWord(
  queried: readonly string[],
  places: readonly SpelledPlace[],
  words: Spellings,
): Generator<number> {
  if (queried.length > maxWords) return;
  for (const [at, typed] of queried.entries()) {
    if (typed.length < minLength.word || words.hasPrefix(typed)) continue;
    const others = queried.toSpliced(at, 1).map((word) => ` ${word}`);
    for (const { match, positions } of words.findWithinOneEdit(typed)) {
      if (match === "prefix" && typed.length < minLength.wordPrefix) continue;
      for (const position of positions) {
        if (others.every((other) => places[position]?.words.includes(other))) yield position;
      }
    }
  }
}
