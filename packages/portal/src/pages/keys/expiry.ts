/** The end of a key as a form has it: a day in the reader's own zone, at whose end the key expires. */

/** The day of an instant, for a date field; empty where there is none. */
export function toExpiryDay(expiresAt: string | null): string {
  if (expiresAt === null) return "";
  const at = new Date(expiresAt);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The last second of a day; null for none. */
export function readExpiryDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}
