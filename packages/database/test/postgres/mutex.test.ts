import { expect, test } from "vitest";
import { Mutex } from "../../src/postgres/mutex.ts";

test("runs tasks one at a time and in order, and continues after a failure", async () => {
  const mutex = new Mutex();
  const log: string[] = [];
  const run = (name: string, fails = false) =>
    mutex.run(async () => {
      log.push(`${name} began`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ended`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([run("a"), run("b", true), run("c")]);
  expect(log).toStrictEqual(["a began", "a ended", "b began", "b ended", "c began", "c ended"]);
  expect(results.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected", "fulfilled"]);
});
