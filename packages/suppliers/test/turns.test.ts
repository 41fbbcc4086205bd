import { describe, expect, it } from "vitest";
import { Turns } from "../src/sandbox/turns.ts";

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

describe("taking turns", () => {
  it("runs as many as may at once, and the others in the order they came", async () => {
    const turns = new Turns({ running: 2, waiting: 2 });
    const log: string[] = [];
    const held = ["a", "b", "c", "d"].map((name) => heldTask(log, name));
    const results = held.map(({ task }) => turns.take(task));
    expect(log).toEqual(["a", "b"]);
    held[1]?.end();
    expect(await results[1]).toBe("b");
    expect(log).toEqual(["a", "b", "c"]);
    for (const { end } of held) end();
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
  });

  it("refuses the one that finds every place taken, without running it", async () => {
    const turns = new Turns({ running: 1, waiting: 0 });
    const log: string[] = [];
    const first = heldTask(log, "first");
    const running = turns.take(first.task);
    await expect(turns.take(heldTask(log, "second").task)).rejects.toMatchObject({ name: "SupplierBusy" });
    first.end();
    await running;
    expect(log).toEqual(["first"]);
  });

  it("gives the place of one that left while waiting to the next", async () => {
    const turns = new Turns({ running: 1, waiting: 1 });
    const log: string[] = [];
    const first = heldTask(log, "first");
    const running = turns.take(first.task);
    const gone = new AbortController();
    const leaver = turns.take(heldTask(log, "leaver").task, gone.signal);
    gone.abort(new Error("gone"));
    await expect(leaver).rejects.toThrow("gone");
    const last = heldTask(log, "last");
    const waiting = turns.take(last.task);
    first.end();
    last.end();
    await Promise.all([running, waiting]);
    expect(log).toEqual(["first", "last"]);
  });

  it("goes on after a task that failed", async () => {
    const turns = new Turns({ running: 1, waiting: 1 });
    const failing = turns.take(() => Promise.reject(new Error("broken")));
    const next = turns.take(() => Promise.resolve("fine"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("fine");
  });
});
