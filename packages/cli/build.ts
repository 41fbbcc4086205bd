/**
 * Builds the command line and the service with their dependencies into `dist`, unless `dist` was built from the same sources. Usage:
 * `npm run build`, which `npm ci` calls.
 *
 * `dist` has one entry for the command line and one for each worker thread, the chunks that they share, the prepared files of
 * `@wayfare/resources`, and a manifest with a hash of everything that it was built from.
 */

import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { builtFolder, type PreparedName, threadModules } from "@wayfare/resources";
import type * as Rolldown from "rolldown";
import { digestOf, isUpToDate, manifestName } from "./bin/built-code.mjs";
import { externalDependencies } from "./external-dependencies.ts";

const root = join(import.meta.dirname, "../..");
const packages = join(root, "packages");
const target = join(packages, builtFolder);

/** Everything that `dist` is made from: sources and manifests of all packages, data, and dependencies by the package lock. */
const inputs = [
  ...globSync(["packages/*/package.json", "packages/*/src/**/*.ts"], { cwd: root }).filter(isInput).toSorted(),
  "package-lock.json",
  "packages/cli/build.ts",
  "packages/cli/external-dependencies.ts",
  "packages/database/migrations/",
  "packages/world/facts/",
];

const today = new Date();

/** A file that is prepared from the sources and data of some packages. */
interface Preparation {
  packages: readonly string[];
  /** Time on which it depends, too. */
  day?: string;
  prepare(): Promise<Uint8Array>;
}

const preparations: Readonly<Record<PreparedName, Preparation>> = {
  "database.tar.zst": {
    packages: ["database"],
    prepare: async () => (await import("@wayfare/database")).prepareDatabaseArchive(),
  },
  "facts.bin": {
    packages: ["engine", "world"],
    prepare: async () => new Uint8Array((await import("@wayfare/world")).prepareFacts()),
  },
  "sandbox.world": {
    packages: ["engine", "world"],
    // A new world each month, as old ones have too few days left for an image that is used for a while.
    day: today.toISOString().slice(0, 7),
    async prepare() {
      const { loadFacts, prepareWorld } = await import("@wayfare/world");
      return new Uint8Array(prepareWorld(loadFacts(), Math.floor(today.getTime() / 86_400_000)));
    },
  },
};

if (!isBuiltFromInputs()) {
  const bundler = await findBundler();
  if (bundler !== undefined) await rebuild(bundler);
}

function isBuiltFromInputs(): boolean {
  const present = readPrepared();
  return isUpToDate(root) && Object.entries(digestPrepared()).every(([name, digest]) => present[name] === digest);
}

/** Builds into a new folder and renames it, so that a command never reads a partial build. */
async function rebuild({ rolldown }: typeof Rolldown): Promise<void> {
  await removeAbandoned();
  const fresh = `${target}.${process.pid}`;
  const stale = `${fresh}.stale`;
  try {
    const digest = digestOf(root, inputs);
    await bundle(rolldown, fresh);
    const prepared = await prepareFiles(fresh);
    writeFileSync(join(fresh, manifestName), JSON.stringify({ inputs, digest, prepared }));
    if (digestOf(root, inputs) !== digest) throw new Error("A source has changed during the build. Build again.");
    if (existsSync(target)) await rename(target, stale);
    await rename(fresh, target);
  } catch (error) {
    // Another build of the same sources can be faster.
    if (!isUpToDate(root)) throw error;
  } finally {
    for (const folder of [fresh, stale]) await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of builds that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(dirname(target))) {
    const [, pid] = /^\.(\d+)(?:\.stale)?$/.exec(name.slice(basename(target).length)) ?? [];
    if (name.startsWith(basename(target)) && pid !== undefined && !isRunning(Number(pid))) {
      await rm(join(dirname(target), name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns a hash of everything that each prepared file is made from. */
function digestPrepared(): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const [name, preparation] of Object.entries(preparations)) {
    const files = preparation.packages.flatMap((each) =>
      globSync(`packages/${each}/{src,facts,migrations}/**/*.*`, { cwd: root }),
    );
    const digest = digestOf(root, [...files.toSorted(), "package-lock.json"]);
    digests[name] = preparation.day === undefined ? digest : `${digest} ${preparation.day}`;
  }
  return digests;
}

/** Prepares files, or copies those of the present build that are made from the same. @returns `digestPrepared` */
async function prepareFiles(directory: string): Promise<Record<string, string>> {
  const present = readPrepared();
  const digests = digestPrepared();
  for (const [name, preparation] of Object.entries(preparations)) {
    if (present[name] === digests[name]) await copyFile(join(target, name), join(directory, name));
    else await writeFile(join(directory, name), await preparation.prepare());
  }
  return digests;
}

/** Returns the prepared files of the present build, with a hash of everything that each is made from. */
function readPrepared(): Partial<Record<string, string>> {
  try {
    const { prepared = {} }: { prepared?: Record<string, string> } = JSON.parse(
      readFileSync(join(target, manifestName), "utf8"),
    );
    return prepared;
  } catch {
    // There is no build, or its manifest is damaged.
    return {};
  }
}

/** The pages are built separately; only their folder is used here. */
function isInput(path: string): boolean {
  return !path.startsWith("packages/portal/src/") || path === "packages/portal/src/index.ts";
}

/** Writes the modules. @throws Error if one is not in the inputs, so that a change of it would not be noticed */
async function bundle(rolldown: typeof Rolldown.rolldown, directory: string): Promise<void> {
  const threads = Object.entries(threadModules).map(([name, path]) => [name, join(packages, path)]);
  const build = await rolldown({
    cwd: root,
    platform: "node",
    input: { main: join(packages, "cli/src/main.ts"), ...Object.fromEntries(threads) },
    external: (id) => externalDependencies.some((name) => id === name || id.startsWith(`${name}/`)),
    // Only entries do something when they are loaded. A chunk needs no module of ours of which it uses nothing.
    treeshake: { moduleSideEffects: (id) => (isOurs(id) ? isEntry(id) : undefined) },
    onLog(level, log, handler) {
      // A dependency that is not found at build time would be missing at run time.
      if (level === "warn") throw new Error(log.message);
      handler(level, log);
    },
  });
  const { output } = await build.write({
    dir: directory,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Search threads use addresses without the HTTP client, which would load Node's HTTP modules, too.
    codeSplitting: { groups: [{ name: "addresses", test: /\/egress\/src\/addresses\// }] },
    // Names and lines stay, for stack traces. The texts of licenses are in `node_modules` and in the image.
    comments: false,
  });
  await build.close();
  const known = new Set(inputs.map((path) => join(root, path)));
  const modules = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
  const unknown = modules.filter((id) => isOurs(id) && !known.has(id));
  if (unknown.length > 0) throw new Error(`not in the inputs of the build: ${unknown.join(", ")}`);
}

function isOurs(id: string): boolean {
  const path = relative(packages, id);
  return !path.startsWith("..") && !isAbsolute(path) && !path.includes("node_modules");
}

function isEntry(id: string): boolean {
  return (
    id === join(packages, "cli/src/main.ts") || Object.values(threadModules).some((path) => id === join(packages, path))
  );
}

/** Finds the bundler. Without development dependencies the installation succeeds, and the sources run. */
async function findBundler(): Promise<typeof Rolldown | undefined> {
  try {
    return await import("rolldown");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    process.stderr.write("Service not built: development dependencies are not installed. The sources run instead.\n");
    return undefined;
  }
}
