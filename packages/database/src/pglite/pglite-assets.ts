import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { PGliteOptions } from "@electric-sql/pglite";
import { dependencyPath } from "@wayfare/resources";

/** Neither ES nor Node types declare it. A compiled module is opaque here. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

/**
 * V8's optimizing compiler needs 600 MB and seconds of CPU for one function of PostgreSQL, the SQL parser, after a few statements. Without it,
 * scans and sorts take up to twice as long, and short statements about as long as before.
 */
const baselineFlags = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];

const directory = dirname(dependencyPath("@electric-sql/pglite"));

/**
 * Reads and compiles PGlite's files for this thread; threads with the same files share the machine code. `initdb` is only loaded to create a
 * database. Turns off the optimizing compiler for the WebAssembly of this process.
 */
export async function loadPgliteAssets({
  dataDir,
  loadDataDir,
}: Pick<PGliteOptions, "dataDir" | "loadDataDir">): Promise<
  Pick<PGliteOptions, "pgliteWasmModule" | "initdbWasmModule" | "fsBundle">
> {
  for (const flag of baselineFlags) setFlagsFromString(flag);
  const creates = loadDataDir === undefined && !existsSync(join(dataDir ?? "", "PG_VERSION"));
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    compile("pglite.wasm"),
    creates ? compile("initdb.wasm") : undefined,
  ]);
  const fsBundle = new FileBlob(join(directory, "pglite.data"));
  return { pgliteWasmModule, fsBundle, ...(initdbWasmModule === undefined ? {} : { initdbWasmModule }) };
}

function compile(name: string): Promise<object> {
  return WebAssembly.compile(readFileSync(join(directory, name)));
}

/** A file as a Blob, of which PGlite only calls `arrayBuffer`. Other Blobs copy their bytes twice. */
class FileBlob extends Blob {
  readonly #path: string;

  constructor(path: string) {
    super([]);
    this.#path = path;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(readFileSync(this.#path).buffer);
  }
}
