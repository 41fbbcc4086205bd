/** Letters without an NFD decomposition, as typed on keyboards that lack them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["ı", "i"],
  ["ə", "a"],
]);

/** Names that only need lower-casing: most names; the general path would double the cost of building the index. */
const PLAIN_TEXT = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;

/**
 * Normalizes a name or query for comparison: lower case, no diacritics, no apostrophes (`Xi'an` becomes `xian`), all other characters
 * except letters and digits become single spaces, trimmed.
 */
export function foldPlaceText(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .replace(/[\p{M}'’ʻ]/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðþłıə]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
