import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

const run = promisify(execFile);

/** Removes the single-process flag, which suits AWS Lambda; here the browser would exit with its first closed context. */
const unsuitable = new Set(["--single-process", "--no-zygote"]);

/** Launches a headless Chromium from npm without background network requests. */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackChromium(),
    args: [
      ...chromium.args.filter((argument) => !unsuitable.has(argument)),
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  });
}

/**
 * Unpacks the browser once for all test files of a run. The package unpacks into the temporary folder and takes a file that exists for a complete
 * one, which fails while another process writes it. Therefore a separate process unpacks into a new folder, which is then renamed.
 *
 * @returns the path of the executable
 */
async function unpackChromium(): Promise<string> {
  const folder = join(tmpdir(), "chromium-unpacked");
  if (!existsSync(folder)) {
    const own = await mkdtemp(join(tmpdir(), "chromium-"));
    const script = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
    await run(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    try {
      await rename(own, folder);
    } catch (error) {
      await rm(own, { recursive: true });
      // Another process was first.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, "chromium");
}
