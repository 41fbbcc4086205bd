import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dependencyPath } from "@wayfare/resources";

/** Neither ES nor Node types declare it. A compiled module is opaque here. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

interface PgliteAssets {
  readonly pgliteWasmModule: object;
  readonly initdbWasmModule: object;
  readonly fsBundle: Blob;
}

let assets: Promise<PgliteAssets> | undefined;

/** Reads and compiles PGlite's files once per process; all threads share the compiled modules. */
export function loadPgliteAssets(): Promise<PgliteAssets> {
  assets ??= readAssets();
  return assets;
}

async function readAssets(): Promise<PgliteAssets> {
  const directory = dirname(dependencyPath("@electric-sql/pglite"));
  const read = (name: string): Promise<Buffer<ArrayBuffer>> => readFile(join(directory, name));
  const compile = async (name: string): Promise<object> => WebAssembly.compile(await read(name));
  const [pgliteWasmModule, initdbWasmModule, bundle] = await Promise.all([
    compile("pglite.wasm"),
    compile("initdb.wasm"),
    read("pglite.data"),
  ]);
  return { pgliteWasmModule, initdbWasmModule, fsBundle: new Blob([bundle]) };
}
