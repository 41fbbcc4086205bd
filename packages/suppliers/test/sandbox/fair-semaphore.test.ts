import { describe, expect, it } from "vitest";
import { FairSemaphore } from "../../src/sandbox/fair-semaphore.ts";

/** A task that runs until it is told to end, and says when it began. */
function heldTask(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return {
    end: () => resolve(name),
    task: () => {
      log.push(name);
      return promise;
    },
  };
}

describe("a fair semaphore", () => {
  it("runs as many as may at once, and the others of one account in the order they came", async () => {
    const semaphore = new FairSemaphore({ running: 2, waiting: 2 });
    const log: string[] = [];
    const held = ["a", "b", "c", "d"].map((name) => heldTask(log, name));
    const results = held.map(({ task }) => semaphore.run("acct_1", task));
    expect(log).toEqual(["a", "b"]);
    held[1]?.end();
    expect(await results[1]).toBe("b");
    expect(log).toEqual(["a", "b", "c"]);
    for (const { end } of held) end();
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
  });

  it("refuses a task when as many wait as may, without running it", async () => {
    const semaphore = new FairSemaphore({ running: 1, waiting: 0 });
    const log: string[] = [];
    const first = heldTask(log, "first");
    const running = semaphore.run("acct_1", first.task);
    await expect(semaphore.run("acct_1", heldTask(log, "second").task)).rejects.toMatchObject({ name: "SupplierBusy" });
    first.end();
    await running;
    expect(log).toEqual(["first"]);
  });

  it("skips a task that was aborted while it waited", async () => {
    const semaphore = new FairSemaphore({ running: 1, waiting: 1 });
    const log: string[] = [];
    const first = heldTask(log, "first");
    const running = semaphore.run("acct_1", first.task);
    const gone = new AbortController();
    const leaver = semaphore.run("acct_1", heldTask(log, "leaver").task, gone.signal);
    gone.abort(new Error("gone"));
    await expect(leaver).rejects.toThrow("gone");
    const last = heldTask(log, "last");
    const waiting = semaphore.run("acct_1", last.task);
    first.end();
    last.end();
    await Promise.all([running, waiting]);
    expect(log).toEqual(["first", "last"]);
  });

  it("goes on after a task that failed", async () => {
    const semaphore = new FairSemaphore({ running: 1, waiting: 1 });
    const failing = semaphore.run("acct_1", () => Promise.reject(new Error("broken")));
    const next = semaphore.run("acct_1", () => Promise.resolve("fine"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("fine");
  });

  it("gives free slots to accounts in rotation, however many tasks one of them has waiting", async () => {
    const semaphore = new FairSemaphore({ running: 1, waiting: 100 });
    const log: string[] = [];
    const task = (name: string) => () => {
      log.push(name);
      return Promise.resolve();
    };
    const greedy = Array.from({ length: 6 }, (_, n) => semaphore.run("greedy", task(`greedy ${n}`)));
    const modest = Array.from({ length: 2 }, (_, n) => semaphore.run("modest", task(`modest ${n}`)));
    const late = semaphore.run("late", task("late 0"));
    await Promise.all([...greedy, ...modest, late]);
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
});
