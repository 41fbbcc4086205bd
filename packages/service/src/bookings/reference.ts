/** 32 characters without I, O, 0 and 1, which are easily confused. Each character holds five random bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 6;

/** Generates a random record locator, one of 2^30. */
export function generateReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(random, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}
