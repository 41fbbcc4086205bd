import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installPackage } from "../installed-tools.ts";

/** Installation folder of the tools' package. Not next to its package.json, where linters and type checks would find it. */
export const toolsDirectory = fileURLToPath(new URL("../../.build/generated-clients/", import.meta.url));
export const documentPath = fileURLToPath(new URL("../../docs/reference/openapi.json", import.meta.url));

const environment = { ORVAL_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", SCARF_ANALYTICS: "false", CI: "1" };

/** Installs the tools from their lock file, unless that lock file is already installed. */
export async function installTools(): Promise<void> {
  await installPackage("generated-clients", new URL("./", import.meta.url));
}

/**
 * Runs an installed tool.
 *
 * @throws Error with its output if it fails.
 */
export function runTool([name = "", ...options]: readonly string[]): Promise<string> {
  return run(toolPath(name), options);
}

export function toolPath(name: string): string {
  return join(toolsDirectory, "node_modules/.bin", name);
}

export async function run(
  command: string,
  options: readonly string[],
  more: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, ...environment, ...more };
  const cwd = command === "npm" ? undefined : toolsDirectory;
  try {
    const { stdout } = await promisify(execFile)(command, options, { cwd, env, maxBuffer: 2 ** 26 });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${options.join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
