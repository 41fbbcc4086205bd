/** Builds the pages and the package of the client (`sdk.tgz`) into `dist`, unless `dist` was built from the same sources. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type * as Vite from "vite";

const directory = import.meta.dirname;
const sources = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "build.ts",
  "package.json",
  "../sdk/src",
  "../sdk/build.ts",
  "../sdk/README.md",
];
const target = join(directory, "dist");
const stamp = "fingerprint";

const fingerprint = digest(sources.map((source) => join(directory, source)));
// A test runner sets NODE_ENV to `test`, which would bundle React's development build.
process.env.NODE_ENV = "production";
const vite = readStamp() === fingerprint ? undefined : await findVite();
if (vite !== undefined) await rebuild(vite);

async function rebuild({ build }: typeof Vite): Promise<void> {
  // Tests rebuild outdated pages with their own environment, which would include React's development checks.
  process.env["NODE_ENV"] = "production";
  // Builds into a new folder and renames it, so that a running service or test never reads a partial build.
  const fresh = `${target}.${process.pid}`;
  await build({ root: directory, logLevel: "warn", build: { outDir: fresh, emptyOutDir: true } });
  compress(fresh);
  execFileSync(process.execPath, [join(directory, "../sdk/build.ts"), join(fresh, "sdk.tgz")]);
  writeFileSync(join(fresh, stamp), fingerprint);
  const stale = `${fresh}.stale`;
  if (existsSync(target)) await rename(target, stale);
  await rename(fresh, target);
  await rm(stale, { recursive: true, force: true });
}

/** Finds Vite. Without development dependencies the installation succeeds and the service explains at `/` that the portal is not built. */
async function findVite(): Promise<typeof Vite | undefined> {
  try {
    return await import("vite");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    process.stderr.write("Portal not built: development dependencies are not installed.\n");
    return undefined;
  }
}

/** Writes compressed copies (.zst, .br, .gz) of text files, which the service sends to clients that accept them. */
function compress(folder: string): void {
  for (const path of filesUnder(folder).filter((each) => /\.(js|css|html|json|svg)$/.test(each))) {
    const text = readFileSync(path);
    // A window of 1 MiB: browsers refuse more than 8 MiB (RFC 9659), and allocate all of it.
    const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 20 };
    writeFileSync(`${path}.zst`, zstdCompressSync(text, { params }));
    writeFileSync(`${path}.br`, brotliCompressSync(text));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}

function readStamp(): string | undefined {
  const path = join(target, stamp);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function digest(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesUnder).toSorted()) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}
