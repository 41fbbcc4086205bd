import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../tests/postgres-server.ts";
import {
  type Answers,
  assertEqualAnswers,
  type ComparedRequest,
  comparedRequests,
  removedFromAnswers,
} from "./answers.ts";
import { timeStart } from "./probes.ts";
import { readFirstKey, runTree, type Tree } from "./service.ts";

const msPerDay = 86_400_000;
/** The clock of the second start on the same data: the saved world is then that of an earlier day. */
const laterDays = 2;

/**
 * Lets two versions answer the same searches with the same, standing clock: on new data, and on the same data two days later.
 *
 * @returns a sentence that names the compared requests
 * @throws Error that names the first difference
 */
export async function compareAnswers(trees: readonly Tree[]): Promise<string> {
  const todayMs = Math.floor(Date.now() / msPerDay) * msPerDay + msPerDay / 2;
  const days = [todayMs, todayMs + laterDays * msPerDay];
  const requests = days.map(comparedRequests);
  const answers = [];
  for (const tree of trees) answers.push(await answerOn(tree, days, requests));
  const [present, ...others] = answers;
  for (const other of others) {
    for (const [n, each] of requests.entries()) assertEqualAnswers(each, present?.[n] ?? [], other[n] ?? []);
  }
  const count = requests.flat().length;
  return `Equal answers of all versions to ${count} requests, byte by byte except ${removedFromAnswers}.`;
}

/** Starts a version at each time, on one data directory. @returns for each time the answers */
async function answerOn(
  tree: Tree,
  times: readonly number[],
  requests: readonly (readonly ComparedRequest[])[],
): Promise<Answers[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "wayfare-answers-"));
  try {
    const answers: Answers[] = [];
    for (const [n, nowMs] of times.entries()) {
      const service = await runTree({
        tree,
        dataDirectory,
        port: await findFreePort(),
        environment: {
          FIXED_CLOCK_MS: String(nowMs),
          LOG_LEVEL: "error",
          RATE_LIMIT_FACTOR: "10000",
          SEARCH_THREADS: "2",
        },
        preloaded: [new URL("fixed-clock.ts", import.meta.url)],
      });
      try {
        await timeStart(service);
        answers.push(await answer(service.url, readFirstKey(dataDirectory), requests[n] ?? []));
      } finally {
        await service.stop();
      }
    }
    return answers;
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function answer(url: string, key: string, requests: readonly ComparedRequest[]): Promise<Answers> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answers = [];
  for (const { path, body } of requests) {
    const received = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    answers.push({ status: received.status, text: await received.text() });
  }
  return answers;
}
