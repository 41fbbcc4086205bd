/** Waits for work, but not longer than a time; the work then continues. Rejects if the work fails within the time. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    // A later failure has no caller. The next step of the order reports it.
    work.catch(() => {});
  }
}
