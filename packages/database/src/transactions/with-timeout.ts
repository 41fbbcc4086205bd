import { DatabaseError } from "../port/errors.ts";

/**
 * What a promise of the database resolves to. Rejects as a lost connection where that takes longer; its later outcome is ignored. After a
 * stall of this process, an answer that has arrived meanwhile is read before the timeout counts.
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const expire = (): void => reject(new DatabaseError("CONNECTION_LOST", `no answer within ${ms} ms`));
  const timer = setTimeout(() => setImmediate(expire), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
