import { parentPort, workerData } from "node:worker_threads";
import type { EpochDay } from "@wayfare/engine";
import { openFacts } from "../facts/prepared-facts.ts";
import { makeWorld } from "./make-world.ts";

/** Data that the thread starts with, which generates one world and ends. */
export interface WorldThreadData {
  /** Prepared facts, which the main thread has opened. */
  facts: SharedArrayBuffer;
  firstDay: EpochDay;
}

if (parentPort === null) throw new Error("this module runs in a worker thread");
const { facts, firstDay }: WorldThreadData = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort.postMessage(makeWorld(openFacts(facts, { isChecked: true }), firstDay));
