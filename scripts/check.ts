/** Runs all checks of `npm run check`, two at a time. Prints the output of each when it ends. Exits with 1 if one failed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Alone and first: others read the declarations that it writes. */
const first = "types";
/** The slowest first. */
const others = ["lint", "generated", "openapi", "words", "unused", "format"];

const failed: string[] = [];

async function run(name: string): Promise<void> {
  const startedMs = performance.now();
  const child = spawn("npm", ["run", "--silent", `check:${name}`], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0) failed.push(name);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  process.stdout.write(`${output}${errors}-- check:${name}: ${code === 0 ? "passed" : "FAILED"} after ${seconds} s\n`);
}

async function runNext(): Promise<void> {
  for (let name = others.shift(); name !== undefined; name = others.shift()) await run(name);
}

await run(first);
await Promise.all([runNext(), runNext()]);
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.map((name) => `npm run check:${name}`).join(", ")}\n`);
  process.exitCode = 1;
}
