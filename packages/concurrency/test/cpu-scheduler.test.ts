import { expect, test } from "vitest";
import { CpuScheduler } from "../src/index.ts";

/** Creates tasks of two steps that log each step. */
function open() {
  const log: string[] = [];
  const task = (name: string) =>
    function* () {
      log.push(`${name}1`);
      yield;
      log.push(`${name}2`);
      return name;
    };
  return { log, task };
}

test("runs one task at a time, and keys in turn", async () => {
  const cpu = new CpuScheduler({ sliceMs: 0 });
  const { log, task } = open();
  const results = [cpu.run("x", task("a")), cpu.run("x", task("b")), cpu.run("x", task("c")), cpu.run("y", task("d"))];
  expect(cpu.waiting).toBe(3);
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
  expect(log).toEqual(["a1", "a2", "b1", "b2", "d1", "d2", "c1", "c2"]);
  expect(cpu.waiting).toBe(0);
});

test("runs the next task of a job before tasks of other jobs", async () => {
  const cpu = new CpuScheduler();
  const { log, task } = open();
  const job = cpu.run("x", task("a")).then(() => cpu.run("x", task("b"), { continues: true }));
  const other = cpu.run("y", task("c"));
  await Promise.all([job, other]);
  expect(log).toEqual(["a1", "a2", "b1", "b2", "c1", "c2"]);
});

test("returns to the event loop between steps once the time slice is used", async () => {
  const cpu = new CpuScheduler({ sliceMs: 0 });
  const { log, task } = open();
  const result = cpu.run("x", task("a"));
  setImmediate(() => log.push("event"));
  await result;
  expect(log.indexOf("event")).toBeLessThan(log.indexOf("a2"));
});

test("continues without the event loop during the time slice", async () => {
  const cpu = new CpuScheduler({ sliceMs: 1e9 });
  const { log, task } = open();
  setImmediate(() => log.push("event"));
  await cpu.run("x", task("a"));
  expect(log).toEqual(["a1", "a2"]);
});

test("drops a waiting task whose signal is aborted", async () => {
  const cpu = new CpuScheduler();
  const { log, task } = open();
  const gone = new AbortController();
  const first = cpu.run("x", task("a"));
  const second = cpu.run("x", task("b"), { signal: gone.signal });
  gone.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  await first;
  expect(log).toEqual(["a1", "a2"]);
});

test("stops a running task whose signal is aborted at the end of its time slice", async () => {
  const cpu = new CpuScheduler({ sliceMs: 0 });
  const { log, task } = open();
  const gone = new AbortController();
  const result = cpu.run(
    "x",
    function* () {
      yield* task("a")();
      gone.abort(new Error("gone"));
      yield* task("b")();
    },
    { signal: gone.signal },
  );
  await expect(result).rejects.toThrow("gone");
  expect(log).toEqual(["a1", "a2", "b1"]);
});

test("drops a continuation whose signal is aborted before it starts", async () => {
  const cpu = new CpuScheduler();
  const { log, task } = open();
  const gone = AbortSignal.abort(new Error("gone"));
  const job = cpu.run("x", task("a")).then(() => cpu.run("x", task("b"), { continues: true, signal: gone }));
  await expect(job).rejects.toThrow("gone");
  expect(log).toEqual(["a1", "a2"]);
});

test("rejects with the error of a task, and runs the next one", async () => {
  const cpu = new CpuScheduler();
  const { task } = open();
  const failing = cpu.run("x", function* (): Generator<undefined, never> {
    yield;
    throw new Error("broken");
  });
  const next = cpu.run("x", task("a"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("a");
});
