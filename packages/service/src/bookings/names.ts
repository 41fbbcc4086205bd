import type { FieldError, Traveler } from "@wayfare/contract";
import type { NameAlphabet } from "@wayfare/suppliers";
import anyAscii from "any-ascii";

const members = ["givenName", "familyName"] as const;

/**
 * Faults of names that the supplier of an offer does not accept, with a transliteration if there is one. Only `suggestion` has personal
 * data: responses are neither logged nor stored.
 */
export function findNameFaults(travelers: readonly Traveler[], alphabet: NameAlphabet): FieldError[] {
  return travelers.flatMap((traveler, at) =>
    members.flatMap((member): FieldError[] => {
      const name = traveler[member];
      const pointer = `/travelers/${at}/${member}`;
      if (!isAccepted(name, alphabet)) {
        const suggestion = suggestName(name, alphabet);
        const detail = `\`${member}\` must have only ${alphabet.description}, as in the machine-readable zone of the passport.`;
        return [{ pointer, code: "NAME_ALPHABET", detail, ...(suggestion === null ? {} : { suggestion }) }];
      }
      const { maxLength = Number.POSITIVE_INFINITY } = alphabet;
      if (name.length <= maxLength) return [];
      const detail = `The supplier of the offer accepts at most ${maxLength} characters in \`${member}\`; there are ${name.length}.`;
      return [{ pointer, code: "LENGTH", detail }];
    }),
  );
}

/** True if every character is accepted and one of them is a letter. */
function isAccepted(name: string, alphabet: NameAlphabet): boolean {
  return /\p{L}/u.test(name) && Array.from(name).every((character) => alphabet.accepts(character));
}

/** Characters that are used for others in names. */
const variants: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u02bc": "'",
  "\u00b4": "'",
  "`": "'",
  "\u2010": "-",
  "\u2011": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u00a0": " ",
  ".": "",
  ",": "",
  "\u00b7": " ",
  "\u30fb": " ",
};

/**
 * Returns a name in an alphabet: composed letters, variants of punctuation, and other letters by their transliteration. Null for a text that
 * is not a name, such as one with a digit, an emoji or a formula.
 */
export function suggestName(name: string, alphabet: NameAlphabet): string | null {
  let suggestion = "";
  for (const character of name.normalize("NFC")) {
    if (alphabet.accepts(character)) suggestion += character;
    else if (Object.hasOwn(variants, character)) suggestion += variants[character];
    else if (/^[\p{L}\p{M}]$/u.test(character)) suggestion += transliterate(character, alphabet);
    else return null;
  }
  const trimmed = suggestion.replace(/ +/g, " ").trim();
  return isAccepted(trimmed, alphabet) ? trimmed : null;
}

function transliterate(character: string, alphabet: NameAlphabet): string {
  return Array.from(anyAscii(character))
    .filter((each) => alphabet.accepts(each))
    .join("");
}
