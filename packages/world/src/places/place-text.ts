/** Letters that NFD leaves whole, as people without such a keyboard type them. */
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

/** What folding only puts into lower case; most names are so, and folding them otherwise is half of the index's cost. */
const PLAIN_TEXT = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;

/**
 * Folds a name or what someone typed for comparison: no case, no diacritics, apostrophes dropped (`Xi'an` is `xian`), everything
 * else that is neither letter nor digit one space, none at the ends.
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
