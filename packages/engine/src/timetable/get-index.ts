/** The position of a key that was numbered before. @throws Error for any other key. */
export function getIndex(index: ReadonlyMap<string, number>, key: string): number {
  const found = index.get(key);
  if (found === undefined) throw new Error(`no index for ${key}`);
  return found;
}
