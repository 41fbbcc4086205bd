/**
 * 128 random bits as an `Idempotency-Key`. Not by `crypto.randomUUID`, which a page that came over plain http does not
 * have.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
