const minuteMs = 60_000;

/** Formats a time for `<input type="datetime-local">`: local time, accurate to one minute. */
export function toLocalInput(atMs: number): string {
  const at = new Date(atMs);
  return new Date(atMs - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** Parses the value of such an input to RFC 3339 in UTC; null if incomplete. */
export function fromLocalInput(text: string): string | null {
  const atMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}
