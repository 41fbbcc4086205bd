import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often Node looks at the loop. A figure of its histogram holds this interval beside the delay, so it is taken off. */
const samplingMs = 20;

/** How long a reading stands: a dozen samples, and still soon enough to see a flood. */
const windowMs = 250;

/** One stall, such as a collection of garbage, is no overload: what counts is what all but a tenth of the samples stay under. */
const share = 90;

export interface EventLoopDelay {
  /** Milliseconds that work is late on the event loop, of late. */
  readMs(): number;
  close(): void;
}

/** Watches the event loop of this process. Windows end when somebody reads, so that an idle process wakes for nothing. */
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
