import closeWithGrace from "close-with-grace";
import type { FastifyBaseLogger } from "fastify";

interface SignalParts {
  log: FastifyBaseLogger;
  /** How long to go on serving after SIGTERM that comes now. */
  delayMs: () => number;
  /** How long `close` may take before the process ends anyway. */
  closeWithinMs: number;
  /** Fails readiness. */
  leave: () => void;
  close: () => Promise<void>;
}

/**
 * Closes the service on a signal. SIGTERM, which supervisors send, first waits for balancers to notice that the service is not ready;
 * Ctrl-C and errors do not wait. A second signal ends the wait, and one during the close ends the process.
 *
 * @returns `stop` closes the service as SIGTERM does, unless it is closing already.
 */
export function closeOnSignals({ log, closeWithinMs, leave, close, ...parts }: SignalParts): { stop: () => void } {
  let delay: NodeJS.Timeout | undefined;
  let isClosing = false;
  const grace = closeWithGrace({ delay: closeWithinMs, logger: false, skip: ["SIGTERM"] }, async ({ err, signal }) => {
    isClosing = true;
    clearTimeout(delay);
    if (err) log.fatal({ err }, "unexpected failure");
    else log.info({ signal: signal ?? "SIGTERM" }, "shutting down");
    await close();
  });
  const terminate = (): void => {
    const delayMs = parts.delayMs();
    if (delay !== undefined || delayMs === 0) return grace.close();
    log.info({ delayMs }, "not ready any more, and still serving before the shutdown");
    leave();
    delay = setTimeout(grace.close, delayMs);
  };
  process.on("SIGTERM", () => {
    if (isClosing) process.exit(1);
    terminate();
  });
  const stop = (): void => {
    if (!isClosing && delay === undefined) terminate();
  };
  return { stop };
}
