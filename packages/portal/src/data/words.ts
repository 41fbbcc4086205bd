/** The words that a record has a member for, in its order. */
export function wordsOf<Word extends string>(record: Readonly<Record<Word, unknown>>): Word[] {
  const isWord = (text: string): text is Word => Object.hasOwn(record, text);
  return Object.keys(record).filter(isWord);
}
