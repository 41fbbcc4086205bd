/**
 * Returns 128 random bits as an `Idempotency-Key`. Does not use `crypto.randomUUID`, which is not available on pages loaded
 * over plain http.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
