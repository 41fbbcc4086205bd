import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Creates a function that lets one caller continue per iteration of the event loop, first in, first out. Work that becomes ready together,
 * such as searches written in one batch, would otherwise block the event loop for the sum of its time.
 */
export function makeEventLoopYield(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}
