/** Expiry of a key as a form value: a date in the local time zone. The key expires at the end of that day. */

/** Formats an expiry for a date field; "" for none. */
export function toExpiryDay(expiresAt: string | null): string {
  if (expiresAt === null) return "";
  const at = new Date(expiresAt);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Returns the last second of a date as RFC 3339; null for "". */
export function readExpiryDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}
