export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/** A signal that is aborted at a deadline, and with another signal. `stop` ends its timer. */
export function startDeadline(deadlineMs: number, signal?: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DeadlineExceeded("deadline exceeded")), deadlineMs);
  const either = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  return { signal: either, stop: () => clearTimeout(timer) };
}

/**
 * Runs work under a deadline, and stops waiting for it even if it ignores its signal.
 *
 * @throws DeadlineExceeded at the deadline.
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
