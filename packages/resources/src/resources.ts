import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Folder `packages` of the installation. This module is two levels below it, both in the sources (`resources/src`) and in the built code
 * (`cli/dist`).
 */
const packagesUrl = new URL("../../", import.meta.url);

/** True if the built code runs, false if the sources run. */
export const isBuilt = import.meta.url.endsWith(".js");

/** Modules of worker threads, by name, as paths in `packages`. Each is an entry of the built code. */
export const threadModules = {
  "database-thread": "database/src/pglite/pglite-worker.ts",
  "password-thread": "service/src/identity/credentials/password-worker.ts",
  "search-thread": "service/src/app/search-thread.ts",
  "world-thread": "world/src/snapshot/world-thread.ts",
} as const;

export type ThreadName = keyof typeof threadModules;

/** Folder of the built code and of everything that the build prepares, in `packages`. */
export const builtFolder = "cli/dist";

/** Names of the files that the build prepares next to the built code. */
export type PreparedName = "database.tar.zst" | "facts.bin" | "sandbox.world";

/**
 * Returns the URL of a file or folder of a package.
 *
 * @param path path in `packages`, such as `world/facts/`; `../docs/` is next to `packages`
 */
export function resourceUrl(path: string): URL {
  return new URL(path, packagesUrl);
}

/** Returns the URL of the module that a worker thread starts with. */
export function threadModuleUrl(name: ThreadName): URL {
  return resourceUrl(isBuilt ? `${builtFolder}/${name}.js` : threadModules[name]);
}

/**
 * Returns the path of a file that the build prepared, or undefined if there is none. The sources never use prepared files, which can be older
 * than they are; the built code runs only if it was built from the present sources (packages/cli/bin/wayfare.mjs), and its prepared files
 * were made with it.
 */
export function preparedFile(name: PreparedName): string | undefined {
  if (!isBuilt) return undefined;
  const path = fileURLToPath(resourceUrl(`${builtFolder}/${name}`));
  return existsSync(path) ? path : undefined;
}

const require = createRequire(import.meta.url);

/** Returns the path of a module or file of a dependency that is not part of the built code, such as a font. */
export function dependencyPath(specifier: string): string {
  return require.resolve(specifier);
}
