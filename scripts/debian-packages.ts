import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Architectures of images, by their names in Debian. */
export type DebianArchitecture = "amd64" | "arm64";

const buildDirectory = fileURLToPath(new URL("../.build/debian", import.meta.url));

/**
 * Downloads packages of the Debian release of this machine, for any architecture, without installing them. apt verifies their signatures.
 * Its package lists are kept apart from those of the machine, which are not changed.
 *
 * @returns paths of the `.deb` files, in the order of `names`
 * @throws if apt-get is missing or a package cannot be downloaded.
 */
export function downloadDebianPackages(architecture: DebianArchitecture, names: readonly string[]): string[] {
  const directory = join(buildDirectory, architecture);
  const archives = join(directory, "archives");
  for (const each of [archives, join(directory, "lists/partial"), join(directory, "cache/archives/partial")]) {
    mkdirSync(each, { recursive: true });
  }
  const missing = names.filter((name) => findArchive(archives, name) === undefined);
  if (missing.length > 0) {
    const options = [
      `APT::Architecture=${architecture}`,
      `APT::Architectures=${architecture}`,
      `Dir::State::lists=${join(directory, "lists")}`,
      "Dir::State::status=/dev/null",
      `Dir::Cache=${join(directory, "cache")}`,
      "APT::Sandbox::User=root",
    ].flatMap((option) => ["-o", option]);
    const quiet = ["-qq"];
    execFileSync("apt-get", [...options, ...quiet, "update"], { stdio: ["ignore", "ignore", "inherit"] });
    execFileSync("apt-get", [...options, ...quiet, "download", ...missing], {
      cwd: archives,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  return names.map((name) => {
    const found = findArchive(archives, name);
    if (found === undefined) throw new Error(`${name} was not downloaded.`);
    return found;
  });
}

/**
 * Unpacks packages of this machine's architecture into one folder under `.build`, once, and returns it. Programs are run from there:
 * `join(folder, "usr/bin/bwrap")`.
 */
export function unpackDebianTools(folder: string, names: readonly string[]): string {
  const target = join(buildDirectory, "tools", folder);
  if (existsSync(target)) return target;
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const path of downloadDebianPackages(process.arch === "arm64" ? "arm64" : "amd64", names)) {
    execFileSync("dpkg-deb", ["--extract", path, partial]);
  }
  renameSync(partial, target);
  return target;
}

function findArchive(directory: string, name: string): string | undefined {
  const found = readdirSync(directory).find((file) => file.startsWith(`${name}_`) && file.endsWith(".deb"));
  return found === undefined ? undefined : join(directory, found);
}
