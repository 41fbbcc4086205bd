/**
 * Worker thread that estimates passwords. Its dictionaries take 100 MB and a quarter of a second to load, and passwords are set seldom, so the
 * thread ends when it has been idle.
 */

import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { dictionary as english, translations } from "@zxcvbn-ts/language-en";

/** Input of the worker. */
export interface PasswordInput {
  id: number;
  password: string;
  /** Texts that the password must not be built from. */
  inputs: string[];
}

/** Output of the worker. */
export interface PasswordEstimate {
  id: number;
  /** 0 to 4. */
  score: number;
  warning: string | null;
}

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, ...english },
  graphs: adjacencyGraphs,
  translations,
});
parentPort?.on("message", ({ id, password, inputs }: PasswordInput) => {
  const { score, feedback } = estimator.check(password, inputs);
  const estimate: PasswordEstimate = { id, score, warning: feedback.warning || null };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(estimate);
});
