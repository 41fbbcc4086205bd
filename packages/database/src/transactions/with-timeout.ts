import { DatabaseError } from "../port/errors.ts";

/**
 * Awaits a database promise. Rejects with CONNECTION_LOST after `ms`, and ignores its later result. After an event loop stall, a response
 * that has already arrived wins over the timeout.
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const expire = (): void => reject(new DatabaseError("CONNECTION_LOST", `no response within ${ms} ms`));
  const timer = setTimeout(() => setImmediate(expire), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
