export interface CommentMeasure {
  readonly words: number;
  /** "what" outside of questions, per 1,000 words. */
  readonly what: number;
  /** "where" that does not follow a noun or verb of place, per 1,000 words. */
  readonly where: number;
  /** Share of comments that begin with What, Whatever, Whether, Who, Whoever, Whose or Whom, in percent. */
  readonly firstWord: number;
}

/** Counts in comments the words by which headless clauses are recognized. */
export function measureComments(comments: readonly string[]): CommentMeasure {
  const words = sum(comments, (text) => text.split(" ").filter((word) => /\w/.test(word)).length);
  const perThousand = (pattern: RegExp): number =>
    words === 0 ? 0 : (1000 * sum(comments, (text) => [...text.matchAll(pattern)].length)) / words;
  const first = comments.filter((text) => /^(?:What|Whatever|Whether|Who|Whoever|Whose|Whom)\b/.test(text)).length;
  return {
    words,
    what: perThousand(/\bwhat\b(?=[^.?!]*(?:[.!]|$))/gi),
    where: perThousand(
      /(?<!\b(?:places?|locations?|positions?|points?|director(?:y|ies)|files?|folders?|pages?|lines?|columns?|know|knows|see|find|shows?),?) \bwhere\b|^Where\b/gi,
    ),
    firstWord: comments.length === 0 ? 0 : (100 * first) / comments.length,
  };
}

function sum(texts: readonly string[], count: (text: string) => number): number {
  return texts.reduce((total, text) => total + count(text), 0);
}
