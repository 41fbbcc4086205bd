import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningService, startService } from "../running-service.ts";

const directory = fileURLToPath(new URL("../../clients/python", import.meta.url));
const run = promisify(execFile);

/** Path of the interpreter; undefined if it is missing or older than 3.9. */
async function findPython(): Promise<string | undefined> {
  for (const path of ["/usr/bin/python3", "python3"]) {
    const isUsable = await run(path, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).then(
      () => true,
      () => false,
    );
    if (isUsable) return path;
  }
  return undefined;
}

const python = await findPython();
let service: RunningService;

beforeAll(async () => {
  if (python !== undefined) service = await startService();
});

afterAll(() => service?.stop());

it.skipIf(python === undefined)(
  "passes its own tests with the interpreter of the system, also against a service (skipped without Python 3.9 or later)",
  async () => {
    const environment = { ...process.env, PYTHONPATH: "src", WAYFARE_URL: service.url, WAYFARE_KEY: service.key };
    const { stderr } = await run(
      python ?? "python3",
      ["-W", "error", "-m", "unittest", "discover", "-s", "tests", "-v"],
      {
        cwd: directory,
        env: environment,
      },
    );
    expect(stderr).toMatch(/^OK/m);
    expect(stderr).toMatch(/test_searches_prices_books_and_cancels .*ok$/m);
  },
);
