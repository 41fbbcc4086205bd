import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";

const bin = fileURLToPath(new URL("../bin/wayfare.mjs", import.meta.url));

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command in an empty directory, a new one for each test. */
export function useCommand() {
  let cwd = "";
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), "wayfare-cli-"));
  });
  afterEach(() => rm(cwd, { recursive: true, force: true }));
  const wayfare = (args: string[], environment: Record<string, string> = {}) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const options = { cwd, env: { PATH, NODE_COMPILE_CACHE, ...environment } };
    const child = execFile(process.execPath, [bin, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    return promise;
  };
  return { wayfare, directory: () => cwd };
}
