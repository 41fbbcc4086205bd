import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Installs a package of development tools from its lock file, unless that lock file is installed already, into `.build`: next to its
 * package.json, linters and type checks would find it.
 *
 * @param source folder with package.json and package-lock.json
 * @param command `install` for a package whose builds for other platforms are missing in the registry: `ci` refuses its lock file
 * @returns the folder of the installation
 */
export async function installPackage(name: string, source: URL, command: "ci" | "install" = "ci"): Promise<string> {
  const target = fileURLToPath(new URL(`../.build/${name}/`, import.meta.url));
  const from = fileURLToPath(source);
  const lock = await readFile(join(from, "package-lock.json"));
  const version = createHash("sha256").update(lock).digest("hex");
  const isInstalled = async () => (await readFile(join(target, "installed"), "utf8").catch(() => "")) === version;
  if (await isInstalled()) return target;
  // Another test file can install at the same time: the first complete installation is kept.
  const draft = `${target.slice(0, -1)}-${process.pid}`;
  await mkdir(draft, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) await cp(join(from, file), join(draft, file));
  await promisify(execFile)("npm", [command, "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", draft], {
    maxBuffer: 2 ** 26,
  });
  await writeFile(join(draft, "installed"), version);
  if (await isInstalled()) {
    await rm(draft, { recursive: true });
    return target;
  }
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return target;
}
