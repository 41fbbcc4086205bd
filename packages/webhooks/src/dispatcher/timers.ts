/** Where time passes. The wall's, unless a test has its own. */
export interface Timers {
  /** Runs something once, after so many milliseconds, unless the answer is called before. */
  after(ms: number, run: () => void): () => void;
}

export const wallTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
