const minuteMs = 60_000;

/** An instant as `<input type="datetime-local">` takes it: the reader's own wall clock, to the minute. */
export function toLocalInput(atMs: number): string {
  const at = new Date(atMs);
  return new Date(atMs - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** What such an input holds as RFC 3339 in UTC; null while it is not whole. */
export function fromLocalInput(text: string): string | null {
  const atMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}
