import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { docsParts } from "@wayfare/service";
import { isUpToDate } from "../../packages/cli/bin/built-code.mjs";
import { externalDependencies } from "../../packages/cli/external-dependencies.ts";
import { listRuntimePackages, readLockfile } from "./lockfile.ts";

/** Names of processors in Node and npm. */
export type NodeProcessor = "x64" | "arm64";

interface AppTreeOptions {
  /** Root of the repository, with the built portal and the built code. */
  repository: string;
  /** Folder for the installation of the dependencies. */
  scratch: string;
  /** Folder that receives the application: `node_modules`, `packages` and `docs`. */
  target: string;
  processor: NodeProcessor;
}

/** Files and folders of a workspace that are used at run time. The built code contains the sources. */
const runtimeEntries = ["package.json", "bin", "dist", "migrations", "facts", "assets"];

/** Files of dependencies that only compilers, debuggers and readers use. Licenses stay. */
const developmentFile = /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i;
const licenseFile = /^(licen[cs]e|notice|copying|copyright|authors)/i;

/** Files of dependencies that are part of the built code: the license, and the name and version for scanners. */
const noticeFile = /^(package\.json$|licen[cs]e|notice|copying|copyright|authors)/i;

/**
 * Writes the application with its production dependencies, for a processor that may differ from this machine's: npm selects prebuilt
 * packages by their `os`, `cpu` and `libc`, and no install script runs.
 *
 * @returns the folder of the Node executable's package in the installation
 */
export function writeAppTree({ repository, scratch, target, processor }: AppTreeOptions): string {
  if (!existsSync(join(repository, "packages/portal/dist/index.html"))) {
    throw new Error("The portal is not built. Run npm run build:portal first.");
  }
  if (!isUpToDate(repository))
    throw new Error("The built code is missing or outdated. Run npm run build:service first.");
  install(repository, scratch, processor);
  const packages = readLockfile(repository);
  const external = new Set(
    externalDependencies.flatMap((name) => listRuntimePackages(packages, `node_modules/${name}`)),
  );
  for (const folder of listRuntimePackages(packages, "packages/cli")) {
    if (folder.startsWith("packages/") && !folder.includes("node_modules")) {
      copyWorkspace(repository, target, folder);
    } else if (existsSync(join(scratch, folder))) {
      // Packages for other systems are in the lockfile, but not installed.
      const copy = external.has(folder) ? copyDependency : copyNotices;
      copy(join(scratch, folder), join(target, folder));
    }
  }
  copyDocs(repository, target);
  return join(scratch, "node_modules", `node-linux-${processor}`);
}

function copyDocs(repository: string, target: string): void {
  for (const part of docsParts) {
    cpSync(join(repository, "docs", part), join(target, "docs", part), {
      recursive: true,
      filter: (path) => !/\.[^/.]+$/.test(path) || path.endsWith(".md"),
    });
  }
}

function install(repository: string, scratch: string, processor: NodeProcessor): void {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const manifests = Object.keys(readLockfile(repository))
    .filter((folder) => folder !== "" && !folder.includes("node_modules"))
    .map((folder) => join(folder, "package.json"));
  for (const path of ["package.json", "package-lock.json", ...manifests]) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    cpSync(join(repository, path), join(scratch, path));
  }
  const platform = ["--os=linux", `--cpu=${processor}`, "--libc=glibc"];
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", ...platform, ...quiet], {
    cwd: scratch,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function copyWorkspace(repository: string, target: string, folder: string): void {
  for (const entry of runtimeEntries) {
    const source = join(repository, folder, entry);
    if (existsSync(source)) cpSync(source, join(target, folder, entry), { recursive: true, dereference: true });
  }
}

/** Copies what must be distributed with a dependency that is part of the built code. */
function copyNotices(source: string, target: string): void {
  for (const name of readdirSync(source).filter((each) => noticeFile.test(each))) {
    cpSync(join(source, name), join(target, name), { recursive: true });
  }
}

/** Nested `node_modules` are copied by their own entries of the lockfile. */
function copyDependency(source: string, target: string): void {
  cpSync(source, target, {
    recursive: true,
    filter: (path) => {
      // Some packages contain the package manager of their authors.
      if (path !== source && ["node_modules", ".yarn"].includes(basename(path))) return false;
      return licenseFile.test(basename(path)) || !developmentFile.test(path);
    },
  });
}
