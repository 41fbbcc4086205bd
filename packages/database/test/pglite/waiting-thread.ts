import { parentPort, workerData } from "node:worker_threads";
import { SharedMemory } from "../../src/pglite/thread-messages.ts";

/** Waits for the first request in shared memory and sends its length. */
const buffer: unknown = workerData;
if (!(buffer instanceof SharedArrayBuffer)) throw new TypeError("no shared memory");
parentPort?.postMessage(new SharedMemory(buffer).wait(0), []);
