/** Letters and marks that a supplier accepts in the names of travelers. */
export interface NameAlphabet {
  /** Characters in words, for an error message. */
  readonly description: string;
  /** True for a character that is accepted; it gets one code point. */
  accepts(character: string): boolean;
  /** Maximum number of characters of each name; absent if there is none. */
  readonly maxLength?: number;
}

/** Letters of Latin-1 Supplement and Latin Extended-A that Duffel refuses. */
const refusedLetters = new Set("ÆæĲĳŒœÞð");

/**
 * Letters of ASCII, Latin-1 Supplement and Latin Extended-A except a few, space, hyphen and apostrophe. Source: duffel-api-javascript,
 * `OfferRequestPassenger.given_name`: "Only `space`, `-`, `'`, and letters from the `ASCII`, `Latin-1 Supplement` and `Latin Extended-A`".
 */
export const latinNames: NameAlphabet = {
  description:
    "Latin letters (ASCII, Latin-1 Supplement, Latin Extended-A without Æ, Œ, Ĳ, Þ and ð), spaces, hyphens and apostrophes",
  accepts: (character) => /^[A-Za-zÀ-ÖØ-öø-ſ '-]$/u.test(character) && !refusedLetters.has(character),
};
