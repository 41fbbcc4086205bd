/** Creates a keyed mutex. Locks are needed only within this process, because no other process can open the database. */
export function keyedMutex(): <T>(key: bigint, work: () => Promise<T>) => Promise<T> {
  const last = new Map<bigint, Promise<unknown>>();
  return (key, work) => {
    const next = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(
      key,
      next.catch(() => undefined),
    );
    return next;
  };
}
