import { expect, test } from "vitest";
import { AnswerCache } from "../../src/suppliers/kept-answers.ts";

const owner = { accountId: "acct_1", supplier: "house", credentialId: "cred_1" };
const answerOf = (bytes = 10, expiresAtMs: number | null = null) => ({ parts: [new Uint8Array(bytes)], expiresAtMs });

function open(reuseSeconds = 60) {
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  return { clock, cache: new AnswerCache(clock, reuseSeconds) };
}

test("keeps an answer for its owner and query, until the reuse time ends", async () => {
  const { cache, clock } = open();
  let reused = 0;
  const answers = cache.of(owner, () => reused++);
  answers?.keep("query", answerOf());
  expect(await answers?.find("query")).toEqual(answerOf());
  for (const change of [{ accountId: "acct_2" }, { supplier: "other" }, { credentialId: "cred_2" }]) {
    expect(await cache.of({ ...owner, ...change })?.find("query")).toBeUndefined();
  }
  expect(await answers?.find("other query")).toBeUndefined();
  clock.now += 59_999;
  expect(await answers?.find("query")).toEqual(answerOf());
  clock.now += 1;
  expect(await answers?.find("query")).toBeUndefined();
  expect(reused).toBe(2);
});

test("keeps an answer no longer than the offer that expires first", async () => {
  const { cache, clock } = open();
  const answers = cache.of(owner);
  answers?.keep("query", answerOf(10, clock.now + 5000));
  clock.now += 4999;
  expect(await answers?.find("query")).toBeDefined();
  clock.now += 1;
  expect(await answers?.find("query")).toBeUndefined();
});

test("keeps nothing with a reuse time of 0, and no answer of more than 4 MiB", async () => {
  expect(open(0).cache.of(owner)).toBeUndefined();
  const answers = open().cache.of(owner);
  answers?.keep("query", answerOf(4 * 1024 * 1024 + 1));
  expect(await answers?.find("query")).toBeUndefined();
});
