import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Lets one caller go on in each iteration of the event loop, first come, first served. What becomes ready together, as searches do
 * that were written to the database together, would else hold everything up for the sum of its work.
 */
export function makeLoopTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}
