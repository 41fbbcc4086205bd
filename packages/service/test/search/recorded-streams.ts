import type { SearchRunner } from "@wayfare/search";
import type { Supplier } from "@wayfare/suppliers";
import { makeSupply } from "../sample-supply.ts";

/** Records the streams of a runner. */
function recordStreams(runner: SearchRunner) {
  let [opened, ended, completed, chunks, bytes] = [0, 0, 0, 0, 0];
  let onChunk: () => void = () => {};
  const recorded: SearchRunner = {
    versionsOf: (environment) => runner.versionsOf(environment),
    search: (job, context) => runner.search(job, context),
    reprice: (job, context) => runner.reprice(job, context),
    findCurrent: (job, context) => runner.findCurrent(job, context),
    watch: (job, context) => runner.watch(job, context),
    calendar: (job, context) => runner.calendar(job, context),
    explore: (job, context) => runner.explore(job, context),
    order: (job, context) => runner.order(job, context),
    async *stream(job, context) {
      opened++;
      try {
        for await (const chunk of runner.stream(job, context)) {
          chunks++;
          bytes += chunk.bytes.byteLength;
          if (chunk.done !== undefined) completed++;
          onChunk();
          yield chunk;
        }
      } finally {
        ended++;
      }
    },
  };
  return {
    runner: recorded,
    counts: () => ({ opened, ended, completed, chunks, bytes }),
    onChunk: (listener: () => void) => void (onChunk = listener),
  };
}

/** Creates a supply that records the streams of its runner. */
export function startRecording(suppliers: readonly Supplier[]) {
  const supply = makeSupply(suppliers);
  const { runner, ...streams } = recordStreams(supply.runner);
  return { ...streams, supply: { ...supply, runner } };
}
