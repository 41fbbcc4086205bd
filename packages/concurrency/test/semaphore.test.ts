import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Semaphore, SemaphoreBusyError } from "../src/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates tasks that run until the test ends them and log their start. */
function open() {
  const log: string[] = [];
  const hold = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const task = () => {
      log.push(name);
      return promise;
    };
    return { task, end: () => resolve(name) };
  };
  return { log, hold, note: (name: string) => async () => void log.push(name) };
}

test("runs at most `maxRunning` tasks concurrently, and queued tasks of one key in order", async () => {
  const semaphore = new Semaphore({ maxRunning: 2 });
  const { log, hold } = open();
  const held = ["a", "b", "c", "d"].map(hold);
  const results = held.map(({ task }) => semaphore.run("key", task));
  expect(log).toEqual(["a", "b"]);
  held[1]?.end();
  expect(await results[1]).toBe("b");
  expect(log).toEqual(["a", "b", "c"]);
  for (const { end } of held) end();
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
});

test("runs at most `maxRunningPerKey` tasks per key concurrently, without delaying other keys", async () => {
  const semaphore = new Semaphore({ maxRunningPerKey: 2 });
  const { log, hold } = open();
  const held = ["a", "b", "c"].map(hold);
  const other = hold("other");
  const results = held.map(({ task }) => semaphore.run("one", task));
  const otherKey = semaphore.run("two", other.task);
  expect(log).toEqual(["a", "b", "other"]);
  // A slot freed by another key does not help this key.
  other.end();
  await otherKey;
  expect(log).toEqual(["a", "b", "other"]);
  held[1]?.end();
  await results[1];
  expect(log).toEqual(["a", "b", "other", "c"]);
  for (const { end } of held) end();
  await Promise.all(results);
});

test("applies both limits: a free slot skips a key at its limit", async () => {
  const semaphore = new Semaphore({ maxRunning: 2, maxRunningPerKey: 1 });
  const { log, hold, note } = open();
  const [one, two] = [hold("one 1"), hold("two 1")];
  const running = [semaphore.run("one", one.task), semaphore.run("two", two.task)];
  const waiting = [semaphore.run("one", note("one 2")), semaphore.run("three", note("three 1"))];
  two.end();
  await waiting[1];
  expect(log).toEqual(["one 1", "two 1", "three 1"]);
  one.end();
  await Promise.all([...running, ...waiting]);
  expect(log).toEqual(["one 1", "two 1", "three 1", "one 2"]);
});

test.each([{ maxWaiting: 2 }, { maxWaitingPerKey: 2 }])(
  "rejects a task without running it when the queue limit %j is reached",
  async (bound) => {
    const semaphore = new Semaphore({ maxRunning: 1, ...bound });
    const { log, hold, note } = open();
    const first = hold("first");
    const running = semaphore.run("key", first.task);
    const waiting = ["second", "third"].map((name) => semaphore.run("key", note(name)));
    await expect(semaphore.run("key", note("fourth"))).rejects.toThrow(SemaphoreBusyError);
    first.end();
    await Promise.all([running, ...waiting]);
    expect(log).toEqual(["first", "second", "third"]);
  },
);

test("counts waiting tasks per key for `maxWaitingPerKey` and of all keys for `maxWaiting`", async () => {
  const { hold, note } = open();
  const first = hold("first");
  const perKey = new Semaphore({ maxRunning: 1, maxWaitingPerKey: 1 });
  const inAll = new Semaphore({ maxRunning: 1, maxWaiting: 1 });
  const running = [perKey, inAll].map((semaphore) => semaphore.run("one", first.task));
  const waiting = [perKey.run("one", note("a")), perKey.run("two", note("b")), inAll.run("one", note("c"))];
  await expect(inAll.run("two", note("d"))).rejects.toThrow(SemaphoreBusyError);
  first.end();
  await Promise.all([...running, ...waiting]);
});

test("rejects a task that has waited for `maxWaitMs` without running it, then runs the next one", async () => {
  const semaphore = new Semaphore({ maxRunningPerKey: 1, maxWaitMs: 5000 });
  const { log, hold, note } = open();
  const hung = hold("hung");
  const running = semaphore.run("key", hung.task);
  const refused = expect(semaphore.run("key", note("late"))).rejects.toThrow("timed out after waiting 5000 ms");
  await vi.advanceTimersByTimeAsync(3000);
  const patient = semaphore.run("key", note("patient"));
  await vi.advanceTimersByTimeAsync(2000);
  await refused;
  hung.end();
  await Promise.all([running, patient]);
  expect(log).toEqual(["hung", "patient"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("rejects a task with the signal's reason if it is aborted before or during its wait", async () => {
  const semaphore = new Semaphore({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 5000 });
  const { log, hold, note } = open();
  const first = hold("first");
  const running = semaphore.run("key", first.task);
  const controller = new AbortController();
  const aborted = semaphore.run("key", note("aborted"), controller.signal);
  controller.abort(new Error("gone"));
  await expect(aborted).rejects.toThrow("gone");
  await expect(semaphore.run("key", note("aborted before"), controller.signal)).rejects.toThrow("gone");
  const waiting = semaphore.run("key", note("last"));
  first.end();
  await Promise.all([running, waiting]);
  expect(log).toEqual(["first", "last"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("does not affect a running task that is aborted", async () => {
  const semaphore = new Semaphore({ maxRunning: 1 });
  const controller = new AbortController();
  const { hold } = open();
  const [first, second] = [hold("first"), hold("second")];
  const running = semaphore.run("key", first.task);
  const next = semaphore.run("key", second.task, controller.signal);
  first.end();
  await running;
  controller.abort(new Error("gone"));
  second.end();
  expect(await next).toBe("second");
});

test("runs the next task after a failure", async () => {
  const semaphore = new Semaphore({ maxRunning: 1 });
  const failing = semaphore.run("key", () => Promise.reject(new Error("broken")));
  const next = semaphore.run("key", () => Promise.resolve("fine"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});

test("gives free slots to keys in round-robin order, regardless of their queue lengths", async () => {
  const semaphore = new Semaphore({ maxRunning: 1 });
  const { log, note } = open();
  const run = (key: string, count: number) =>
    Array.from({ length: count }, (_, n) => semaphore.run(key, note(`${key} ${n}`)));
  await Promise.all([...run("greedy", 6), ...run("modest", 2), ...run("late", 1)]);
  const order = [
    "greedy 0",
    "greedy 1",
    "modest 0",
    "late 0",
    "greedy 2",
    "modest 1",
    "greedy 3",
    "greedy 4",
    "greedy 5",
  ];
  expect(log).toEqual(order);
});
