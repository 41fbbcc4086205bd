/** Returns the keys of a record, typed, in order. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  const isKey = (text: string): text is Key => Object.hasOwn(record, text);
  return Object.keys(record).filter(isKey);
}
