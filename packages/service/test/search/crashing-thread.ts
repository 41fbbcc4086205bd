import { parentPort } from "node:worker_threads";
import { type SearchRunner, serveSearches } from "@wayfare/search";
import { makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

/** A search thread that exits after the first chunk of a stream with profile `points`. */
const { runner } = makeSupply([supplierOf("sandbox", [makeFlight()])]);
const crashing: SearchRunner = {
  ...runner,
  async *stream(job, context) {
    for await (const chunk of runner.stream(job, context)) {
      yield chunk;
      if (job.request.profile === "points") process.exit(1);
    }
  },
};

if (parentPort === null) throw new Error("this module runs in a worker thread");
serveSearches(crashing, parentPort);
