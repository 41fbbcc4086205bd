export class DeadlineExceededError extends Error {
  override readonly name = "DeadlineExceededError";
}

/** Returns a signal that is aborted at the deadline or by another signal. `stop` clears its timer. */
export function startDeadline(deadlineMs: number, signal?: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DeadlineExceededError("deadline exceeded")), deadlineMs);
  const either = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  return { signal: either, stop: () => clearTimeout(timer) };
}

/**
 * Runs work under a deadline. Stops waiting at the deadline even if the work ignores its signal.
 *
 * @throws DeadlineExceededError at the deadline.
 */
export async function withDeadline<Result>(
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, stop } = startDeadline(deadlineMs);
  try {
    return await Promise.race([work(signal), rejectOnAbort(signal)]);
  } finally {
    stop();
  }
}

export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
