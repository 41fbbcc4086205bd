/** A span of time in which a plan's searches are counted. */
export interface Period {
  startMs: number;
  /** When the next one begins. */
  endMs: number;
}

/** The month, in UTC, that holds an instant. */
export function monthOf(nowMs: number): Period {
  const at = new Date(nowMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) };
}
