/**
 * What a promise resolves to. Rejects where that takes longer; what it then comes to is nobody's business any more. After a stall of
 * this process, what has arrived meanwhile is looked at before anything is called late.
 */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
