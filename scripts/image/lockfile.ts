import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Entry of `packages` in package-lock.json, as far as it is needed here. */
interface LockedPackage {
  version?: string;
  link?: boolean;
  /** Folder of a workspace, for a link. */
  resolved?: string;
  license?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  /** Digest of the archive: `sha512-…` in base64. */
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** `packages` of package-lock.json, by folder relative to the repository. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Workspaces of which only built files are used at run time, so that their dependencies are not needed. */
const builtWorkspaces: ReadonlySet<string> = new Set(["packages/portal"]);

/**
 * Returns the folders of all packages that the workspace in `start` needs at run time, itself included, sorted. Packages with types only
 * are left out. Optional dependencies that the lockfile does not contain are skipped.
 *
 * @param options.includesBuilt true for the dependencies of the portal, which are compiled into its files
 * @throws if a required dependency is not in the lockfile.
 */
export function listRuntimePackages(
  packages: LockedPackages,
  start: string,
  { includesBuilt = false }: { includesBuilt?: boolean } = {},
): string[] {
  const found = new Set<string>();
  const pending = [start];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    if (builtWorkspaces.has(folder) && !includesBuilt) continue;
    const { dependencies = {}, optionalDependencies = {} } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith("@types/")) continue;
      const target = resolvePackage(packages, folder, name);
      if (target !== undefined) pending.push(target);
      else if (!(name in optionalDependencies))
        throw new Error(`${name}, which ${folder} needs, is not in the lockfile.`);
    }
  }
  return [...found].sort();
}

/** Reads `packages` of package-lock.json. */
export function readLockfile(repository: string): LockedPackages {
  const lockfile: unknown = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8"));
  if (typeof lockfile !== "object" || lockfile === null || !("packages" in lockfile)) {
    throw new Error("package-lock.json has no packages.");
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm writes the lockfile, and tests read all of it
  return lockfile.packages as LockedPackages;
}

/** Finds a dependency as Node does: in `node_modules` of the folder and of each of its parents. Follows links to workspaces. */
function resolvePackage(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    const locked = packages[candidate];
    if (locked !== undefined) return locked.link === true ? locked.resolved : candidate;
    if (folder === "") return undefined;
  }
}

function parentOf(folder: string): string {
  return folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
}
