import closeWithGrace from "close-with-grace";
import type { FastifyBaseLogger } from "fastify";

interface SignalOptions {
  log: FastifyBaseLogger;
  /** Delay in milliseconds between SIGTERM and the shutdown. */
  delayMs: () => number;
  /** Timeout of `close` in milliseconds, after which the process exits. */
  closeWithinMs: number;
  /** Fails readiness. */
  beginShutdown: () => void;
  close: () => Promise<void>;
}

/**
 * Closes the service on a signal. SIGTERM first waits, so that load balancers notice that the service is not ready;
 * Ctrl-C and errors do not wait. A second signal ends the wait, and a signal during the close exits the process.
 *
 * @returns `stop`, which closes the service like SIGTERM unless it is already closing.
 */
export function closeOnSignals({ log, closeWithinMs, beginShutdown, close, ...options }: SignalOptions): {
  stop: () => void;
} {
  let delay: NodeJS.Timeout | undefined;
  let isClosing = false;
  const grace = closeWithGrace({ delay: closeWithinMs, logger: false, skip: ["SIGTERM"] }, async ({ err, signal }) => {
    isClosing = true;
    clearTimeout(delay);
    if (err) log.fatal({ err }, "uncaught error, shutting down");
    else log.info({ signal: signal ?? "SIGTERM" }, "shutting down");
    await close();
  });
  const terminate = (): void => {
    const delayMs = options.delayMs();
    if (delay !== undefined || delayMs === 0) return grace.close();
    log.info({ delayMs }, "not ready, still serving before shutdown");
    beginShutdown();
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
