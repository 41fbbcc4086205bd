/** Without I, O, 0 and 1, which people take for one another: 32 characters, so that each takes five random bits. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 6;

/** A record locator: 2^30 of them. */
export function drawReference(): string {
  const random = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(random, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}
