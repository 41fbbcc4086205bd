/** Returns the index of a known key. @throws Error for any other key. */
export function getIndex(index: ReadonlyMap<string, number>, key: string): number {
  const found = index.get(key);
  if (found === undefined) throw new Error(`unknown key ${key}`);
  return found;
}
