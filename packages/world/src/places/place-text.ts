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

/** Apostrophes, also as accents and letters, and characters without a width. */
const SILENT = /['’‘ʼʻ`´\p{Cf}]/gu;

/**
 * Normalizes a name or query for comparison: lower case, no diacritics, compatible forms of letters (`Ｔｏｋｙｏ` becomes `tokyo`), no
 * apostrophes (`Xi'an` becomes `xian`), all other characters except letters and digits become single spaces, trimmed.
 */
export function foldPlaceText(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase();
  return text
    .replace(SILENT, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðþłıə]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Letters that are also written as two: ä as `a` and as `ae`. */
const TWO_LETTERS: ReadonlyMap<string, string> = new Map([
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["å", "aa"],
  ["ø", "oe"],
]);

/** Folded forms of a name: `koln` and `koeln` for `Köln`. */
export function foldPlaceName(name: string): readonly string[] {
  const folded = foldPlaceText(name);
  const spelled = name.normalize("NFC").toLowerCase();
  const expanded = spelled.replace(/[äöüåø]/gu, (letter) => TWO_LETTERS.get(letter) ?? letter);
  return expanded === spelled ? [folded] : [folded, foldPlaceText(expanded)];
}
