import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";

const perDay = 3000;
/** Calls that a process takes at a time. */
const block = 10;

test("four processes of which two are killed never make more calls than the budget", async () => {
  const { connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const directory = await mkdtemp(join(tmpdir(), "wayfare-calls-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, "calls");
  await writeFile(file, "");
  const script = fileURLToPath(new URL("./call-process.ts", import.meta.url));
  const run = async (diesAfter?: number) => {
    const fate = diesAfter === undefined ? [] : [String(diesAfter)];
    const child = fork(script, [String(connectionString), String(perDay), file, ...fate], { execArgv: [] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [code, signal] = await once(child, "exit");
    return signal ?? code;
  };
  // The first calls are made by processes that die in the middle of a block.
  expect(await Promise.all([run(45), run(100), run(), run()])).toEqual(["SIGKILL", "SIGKILL", 0, 0]);
  const { size: calls } = await stat(file);
  expect(calls).toBeLessThanOrEqual(perDay);
  expect(calls).toBeGreaterThanOrEqual(perDay - 2 * block);
  // Calls of the dead stay used: a new process gets none.
  expect(await run()).toBe(0);
  expect((await stat(file)).size).toBe(calls);
});
