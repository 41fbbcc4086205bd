import { monitorEventLoopDelay } from "node:perf_hooks";

/** Sampling interval of Node's histogram. Its values include this interval, so it is subtracted. */
const samplingMs = 20;

/** Validity of a reading: a dozen samples, and short enough to detect a flood of requests. */
const windowMs = 250;

/** Percentile that is read. A single stall, such as a garbage collection, is not overload. */
const share = 90;

export interface EventLoopDelay {
  /** Recent event-loop delay in milliseconds. */
  readMs(): number;
  close(): void;
}

/** Monitors the event loop of this process. A window ends with a read, so that an idle process has no timer. */
export function watchEventLoopDelay(nowMs: () => number = () => performance.now()): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: samplingMs });
  histogram.enable();
  let delayMs = 0;
  let windowEndsMs = nowMs() + windowMs;
  return {
    readMs() {
      if (nowMs() >= windowEndsMs && histogram.count > 0) {
        delayMs = Math.max(0, histogram.percentile(share) / 1e6 - samplingMs);
        histogram.reset();
        windowEndsMs = nowMs() + windowMs;
      }
      return delayMs;
    },
    close: () => void histogram.disable(),
  };
}
