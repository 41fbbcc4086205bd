/** Part of a name that a word is, but for one edit: all of it, or its beginning. */
export type EditMatch = "whole" | "prefix";

/**
 * Compares a word with a name, allowing one edit: a character inserted, deleted or replaced, or two neighbors swapped (a Damerau–Levenshtein
 * distance of at most 1). Exact, without an index: one edit can always be moved to the first character that differs, so only the rests after
 * it are compared. Most names differ at the first character and are decided by a few comparisons.
 *
 * @returns `whole` if the distance to the name is at most 1, `prefix` if that to a prefix of it is, otherwise null
 */
export function matchWithinOneEdit(word: string, name: string): EditMatch | null {
  let at = 0;
  while (at < word.length && at < name.length && word.charCodeAt(at) === name.charCodeAt(at)) at += 1;
  if (at === word.length) return name.length <= at + 1 ? "whole" : "prefix";
  if (at === name.length) return word.length === at + 1 ? "whole" : null;
  const replaced = matchRest(word, at + 1, name, at + 1);
  if (replaced === "whole") return replaced;
  const inserted = matchRest(word, at + 1, name, at);
  if (inserted === "whole") return inserted;
  const deleted = matchRest(word, at, name, at + 1);
  if (deleted === "whole") return deleted;
  const swapped = isSwap(word, name, at) ? matchRest(word, at + 2, name, at + 2) : null;
  return swapped === "whole" ? swapped : (replaced ?? inserted ?? deleted ?? swapped);
}

function isSwap(word: string, name: string, at: number): boolean {
  return (
    at + 1 < word.length &&
    at + 1 < name.length &&
    word.charCodeAt(at) === name.charCodeAt(at + 1) &&
    word.charCodeAt(at + 1) === name.charCodeAt(at)
  );
}

function matchRest(word: string, wordAt: number, name: string, nameAt: number): EditMatch | null {
  const rest = word.length - wordAt;
  const room = name.length - nameAt;
  if (rest > room) return null;
  for (let i = 0; i < rest; i += 1) {
    if (word.charCodeAt(wordAt + i) !== name.charCodeAt(nameAt + i)) return null;
  }
  return rest === room ? "whole" : "prefix";
}
