import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyedSemaphore, SemaphoreBusy } from "../src/overload/keyed-semaphore.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that runs until it is ended, and notes in `log` that it began. */
function heldTask(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const task = () => {
    log.push(name);
    return promise;
  };
  return { task, end: () => resolve(name) };
}

const mutex = { maxRunning: 1, maxWaiting: 2, maxWaitMs: 5000 };

test("runs tasks of one key in order, as many at once as may, and those of other keys at once", async () => {
  const semaphore = new KeyedSemaphore({ ...mutex, maxRunning: 2 });
  const log: string[] = [];
  const [a, b, c] = ["a", "b", "c"].map((name) => heldTask(log, name));
  const other = heldTask(log, "other");
  const results = [a, b, c].map((each) => semaphore.run("one", each?.task ?? (() => Promise.resolve(""))));
  const elsewhere = semaphore.run("two", other.task);
  expect(log).toEqual(["a", "b", "other"]);
  b?.end();
  await results[1];
  expect(log).toEqual(["a", "b", "other", "c"]);
  for (const each of [a, c, other]) each?.end();
  expect(await Promise.all([...results, elsewhere])).toEqual(["a", "b", "c", "other"]);
});

test("refuses a task at once where as many wait as may, and does not run it", async () => {
  const semaphore = new KeyedSemaphore(mutex);
  const log: string[] = [];
  const first = heldTask(log, "first");
  const running = semaphore.run("one", first.task);
  const waiting = ["second", "third"].map((name) => semaphore.run("one", async () => void log.push(name)));
  await expect(semaphore.run("one", async () => void log.push("fourth"))).rejects.toThrow(SemaphoreBusy);
  first.end();
  await Promise.all([running, ...waiting]);
  expect(log).toEqual(["first", "second", "third"]);
});

test("refuses a task that waited too long, does not run it, and goes on with the next", async () => {
  const semaphore = new KeyedSemaphore(mutex);
  const log: string[] = [];
  const hung = heldTask(log, "hung");
  const running = semaphore.run("one", hung.task);
  const refused = expect(semaphore.run("one", async () => void log.push("late"))).rejects.toThrow("waited 5000 ms");
  await vi.advanceTimersByTimeAsync(3000);
  const patient = semaphore.run("one", async () => void log.push("patient"));
  await vi.advanceTimersByTimeAsync(2000);
  await refused;
  hung.end();
  await Promise.all([running, patient]);
  expect(log).toEqual(["hung", "patient"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("goes on after a task that failed", async () => {
  const semaphore = new KeyedSemaphore(mutex);
  const failing = semaphore.run("one", () => Promise.reject(new Error("broken")));
  const next = semaphore.run("one", () => Promise.resolve("fine"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});
