import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Last commit before this version's schema; updated with each release. */
const previousCommit = "79d34928c87fc876ece0820517a6894f0efd6005";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Checks out the previous version.
 *
 * @returns undefined if the history does not contain the commit, as in a shallow clone.
 */
export function checkOutPreviousVersion(): string | undefined {
  return checkOutVersion(previousCommit);
}

/**
 * Checks out a version below `.build`, with its own packages and this version's dependencies.
 *
 * @param commit full hash
 * @returns its directory, or undefined if the history does not contain the commit
 */
export function checkOutVersion(commit: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e9 });
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
  } catch {
    return undefined;
  }
  const checkout = join(root, ".build", `version-${commit}`);
  if (existsSync(join(checkout, "node_modules"))) return checkout;
  mkdirSync(checkout, { recursive: true });
  execFileSync("tar", ["-x", "-C", checkout], { input: git("archive", commit) });
  linkDependencies(checkout);
  return checkout;
}

/** Links all dependencies to this version's, except the workspace packages. */
function linkDependencies(checkout: string): void {
  const modules = join(checkout, "node_modules");
  mkdirSync(join(modules, "@wayfare"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@wayfare") symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(checkout, "packages"))) {
    symlinkSync(join(checkout, "packages", name), join(modules, "@wayfare", name));
    const own = join(root, "packages", name, "node_modules");
    if (existsSync(own)) symlinkSync(own, join(checkout, "packages", name, "node_modules"));
  }
}
