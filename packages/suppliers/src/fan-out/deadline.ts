export class DeadlineExceededError extends Error {
  override readonly name = "DeadlineExceededError";
}

/**
 * Returns a signal that is aborted at the deadline or by another signal. `stop` clears its timer and listener. (`AbortSignal.any` is not
 * used: Node keeps a combined signal with a listener, and all that the listener refers to, until it is aborted.)
 */
export function startDeadline(deadlineMs: number, signal?: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const deadline = new AbortController();
  const abort = () => deadline.abort(signal?.reason);
  const timer = setTimeout(() => deadline.abort(new DeadlineExceededError("deadline exceeded")), deadlineMs);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort);
  return {
    signal: deadline.signal,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/**
 * Runs work under a deadline. Stops waiting at the deadline, or when another signal is aborted, even if the work ignores its signal.
 *
 * @throws DeadlineExceededError at the deadline, and the reason of the other signal.
 */
export async function withDeadline<Result>(
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  const { signal, stop } = startDeadline(deadlineMs, outer);
  try {
    return await raceAbort(work(signal), signal);
  } finally {
    stop();
  }
}

/** Settles with the promise, or rejects with the signal's reason if it is aborted first. */
export async function raceAbort<Result>(pending: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
