import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, test } from "vitest";
import { CpuScheduler, type Steps } from "../src/index.ts";

/** Steps that log their name and number. */
function* logging(log: string[], name: string, steps = 2): Steps<string> {
  for (let step = 1; step <= steps; step++) {
    log.push(`${name}${step}`);
    yield;
  }
  return name;
}

/** A scheduler that returns to the event loop after every step. */
const stepwise = () => new CpuScheduler({ sliceMs: 0 });

test("runs one task at a time, even if it pauses between its steps", async () => {
  const cpu = stepwise();
  const log: string[] = [];
  const results = ["a", "b", "c"].map((name) => cpu.run(name, () => logging(log, name)));
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
  expect(log).toEqual(["a1", "a2", "b1", "b2", "c1", "c2"]);
});

test("alternates between keys, with the tasks of one key in order", async () => {
  const cpu = stepwise();
  const log: string[] = [];
  const keys = ["running", "busy", "busy", "busy", "other", "last"];
  await Promise.all(keys.map((key, at) => cpu.run(key, () => logging(log, `${key}-${at}.`, 1))));
  expect(log).toEqual(["running-0.1", "busy-1.1", "other-4.1", "last-5.1", "busy-2.1", "busy-3.1"]);
});

test("runs the next task of a job before the first tasks of waiting jobs", async () => {
  const cpu = stepwise();
  const log: string[] = [];
  const first = cpu.run("a", () => logging(log, "first"));
  const waiting = cpu.run("b", () => logging(log, "waiting"));
  const next = cpu.run("c", () => logging(log, "next"), { continues: true });
  expect(await Promise.all([first, waiting, next])).toEqual(["first", "waiting", "next"]);
  expect(log).toEqual(["first1", "first2", "next1", "next2", "waiting1", "waiting2"]);
});

test("runs the next task of a job at once if the thread is idle", async () => {
  const log: string[] = [];
  expect(await stepwise().run("a", () => logging(log, "next"), { continues: true })).toBe("next");
});

test("handles other events between steps once a time slice is over, and between tasks", async () => {
  const log: string[] = [];
  const cpu = stepwise();
  const message = nextIteration().then(() => log.push("event"));
  await cpu.run("a", () => logging(log, "a", 3));
  await message;
  expect(log.slice(0, 2)).toEqual(["a1", "event"]);

  const unpaused: string[] = [];
  const longSlices = new CpuScheduler({ sliceMs: Number.POSITIVE_INFINITY });
  const event = nextIteration().then(() => unpaused.push("event"));
  await Promise.all(["a", "b"].map((name) => longSlices.run(name, () => logging(unpaused, name))));
  await event;
  expect(unpaused).toEqual(["a1", "a2", "event", "b1", "b2"]);
});

test("counts waiting tasks, and the next tasks of jobs", async () => {
  const cpu = stepwise();
  expect(cpu.waiting).toBe(0);
  const tasks = [
    cpu.run("a", () => logging([], "a")),
    cpu.run("a", () => logging([], "b")),
    cpu.run("c", () => logging([], "c"), { continues: true }),
  ];
  expect(cpu.waiting).toBe(2);
  await Promise.all(tasks);
  expect(cpu.waiting).toBe(0);
});

test.each([{ continues: false }, { continues: true }])(
  "does not start a task that was aborted while it waited (%o)",
  async (options) => {
    const cpu = stepwise();
    const log: string[] = [];
    const caller = new AbortController();
    const running = cpu.run("a", () => logging(log, "a"));
    const aborted = cpu.run("b", () => logging(log, "b"), { ...options, signal: caller.signal });
    const later = cpu.run("c", () => logging(log, "c"));
    caller.abort(new Error("gone"));
    await expect(aborted).rejects.toThrow("gone");
    expect(await Promise.all([running, later])).toEqual(["a", "c"]);
    expect(log).toEqual(["a1", "a2", "c1", "c2"]);
  },
);

test("does not start a task whose signal was aborted before", async () => {
  const cpu = stepwise();
  const log: string[] = [];
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(cpu.run("a", () => logging(log, "a"), { signal })).rejects.toThrow("gone");
  expect(log).toEqual([]);
});

test("stops a running task between two steps when it is aborted, and runs the next one", async () => {
  const cpu = stepwise();
  const caller = new AbortController();
  const log: string[] = [];
  const endless = function* (): Steps<never> {
    for (let step = 1; ; step++) {
      log.push(`endless${step}`);
      if (step === 3) caller.abort(new Error("gone"));
      yield;
    }
  };
  const aborted = cpu.run("a", endless, { signal: caller.signal });
  const later = cpu.run("b", () => logging(log, "later", 1));
  await expect(aborted).rejects.toThrow("gone");
  expect(await later).toBe("later");
  expect(log).toEqual(["endless1", "endless2", "endless3", "later1"]);
});

test("rejects with the error of a task, before or between its steps, and runs later tasks", async () => {
  const cpu = stepwise();
  const failing = cpu.run("a", () => {
    throw new TypeError("at the start");
  });
  const between = cpu.run("a", function* (): Steps<never> {
    yield;
    throw new RangeError("between steps");
  });
  const next = cpu.run(
    "b",
    function* (): Steps<never> {
      yield;
      throw new Error("in the next task of a job");
    },
    { continues: true },
  );
  const later = cpu.run("c", () => logging([], "later"));
  const outcomes = await Promise.allSettled([failing, between, next, later]);
  expect(outcomes.map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual([
    "TypeError: at the start",
    "RangeError: between steps",
    "Error: in the next task of a job",
    "later",
  ]);
  expect(cpu.waiting).toBe(0);
});

/** Steps that each take about two milliseconds. */
function* slowSteps(log: string[], count: number): Steps<string> {
  for (let step = 0; step < count; step++) {
    const endMs = performance.now() + 2;
    while (performance.now() < endMs);
    log.push("slow");
    yield;
  }
  return "slow";
}

test("runs other tasks between the turns of a long one", async () => {
  const cpu = new CpuScheduler();
  const log: string[] = [];
  const long = cpu.runInTurns("long", () => slowSteps(log, 30));
  const others = ["a", "b"].map((name) => cpu.run(name, () => logging(log, name, 1)));
  await Promise.all(others);
  expect(log.filter((entry) => entry === "slow").length).toBeLessThan(15);
  expect(await long).toBe("slow");
  expect(log.filter((entry) => entry === "slow")).toHaveLength(30);
});

test("ends a long task between its turns when its signal is aborted, and with the error of a step", async () => {
  const cpu = new CpuScheduler();
  const log: string[] = [];
  const abort = new AbortController();
  const long = cpu.runInTurns("long", () => slowSteps(log, 1000), { signal: abort.signal });
  await nextIteration();
  abort.abort(new Error("left"));
  await expect(long).rejects.toThrow("left");
  expect(log.length).toBeLessThan(100);
  const failing = cpu.runInTurns("failing", function* (): Steps<never> {
    yield;
    throw new RangeError("planted");
  });
  await expect(failing).rejects.toThrow("planted");
});
