import { parentPort, workerData } from "node:worker_threads";
import { createSearchRunner, serveSearches } from "../../src/index.ts";
import { createFakeSupply } from "./fake-supply.ts";

const { shared }: { shared: Int32Array } = workerData;

if (parentPort === null) throw new Error("this module runs in a worker thread");
serveSearches(createSearchRunner(createFakeSupply(shared)), parentPort);
