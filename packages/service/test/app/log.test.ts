import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { makeBatchedDestination } from "../../src/app/log.ts";

const directories: string[] = [];
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
});

async function openLogFile(): Promise<{ path: string; fileDescriptor: number }> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-log-"));
  directories.push(directory);
  const path = join(directory, "log");
  return { path, fileDescriptor: openSync(path, "a") };
}

const readLines = async (path: string): Promise<string[]> => (await readFile(path, "utf8")).split("\n").slice(0, -1);

it("writes info lines together, in order, without a further line", async () => {
  const { path, fileDescriptor } = await openLogFile();
  const log = pino({ timestamp: false, base: null }, makeBatchedDestination(fileDescriptor));
  for (let n = 0; n < 1000; n++) log.info({ n }, "request");
  await eventually(async () => {
    const numbers = (await readLines(path)).map((line): unknown => JSON.parse(line).n);
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  });
});

const module = fileURLToPath(new URL("../../src/app/log.ts", import.meta.url));

/** Info lines that fit into a batch. */
const lineCount = 100;

/** Runs a script after these lines in a process whose standard error is the log. */
async function runAfterLines(script: string): Promise<{ lines: string[]; code: unknown }> {
  const { path, fileDescriptor } = await openLogFile();
  const program = `
    import { makeLog } from ${JSON.stringify(module)};
    const log = makeLog({ logLevel: "info", logFormat: "json" });
    for (let n = 0; n < ${lineCount}; n++) log.info({ n }, "request");
    ${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "ignore", fileDescriptor],
  });
  const [code] = await once(child, "exit");
  return { lines: await readLines(path), code };
}

it.each([
  ["process.exit", "process.exit(3);", 3],
  ["an uncaught exception", 'throw new Error("failed");', 1],
  ["the end of the program", "", 0],
])("writes all lines before the process ends by %s", async (_end, script, expectedCode) => {
  const { lines, code } = await runAfterLines(script);
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(lineCount);
  expect(code).toBe(expectedCode);
});

it("writes a warning and the lines before it at once, so that SIGKILL does not lose them", async () => {
  const { lines } = await runAfterLines(`
    log.warn("last");
    // Blocks the event loop, so that no timer can write the batch.
    const { fstatSync } = await import("node:fs");
    while (fstatSync(2).size === 0);
    process.kill(process.pid, "SIGKILL");`);
  expect(lines.at(-1)).toContain('"msg":"last"');
  expect(lines).toHaveLength(lineCount + 1);
});
