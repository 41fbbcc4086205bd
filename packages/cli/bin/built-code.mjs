import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

/** File of the built code that lists what it was built from. */
export const manifestName = "manifest.json";

/**
 * Returns the entry of the built code in `packages/cli/dist`, or undefined if it was not built, or not from the present sources. An
 * installation without sources, such as the image, has no other code to run.
 *
 * @param {string} root folder of the installation that contains `packages`
 */
export function findBuiltMain(root) {
  const main = join(root, "packages/cli/dist/main.js");
  if (!existsSync(main)) return undefined;
  if (!existsSync(join(root, "packages/cli/src"))) return main;
  return isUpToDate(root) ? main : undefined;
}

/** True if the built code was built from the present sources. */
export function isUpToDate(root) {
  try {
    const { inputs, digest } = JSON.parse(readFileSync(join(root, "packages/cli/dist", manifestName), "utf8"));
    return digestOf(root, inputs) === digest;
  } catch {
    // The manifest is damaged, or a source was deleted.
    return false;
  }
}

/**
 * Returns a hash of the contents of files and folders.
 *
 * @param {string} root
 * @param {readonly string[]} inputs paths in `root`; a path that ends with a slash is a folder, of which all files count, without those of subfolders
 * @throws Error if a file does not exist
 */
export function digestOf(root, inputs) {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1 << 20);
  for (const input of inputs) {
    for (const path of input.endsWith("/") ? listFiles(root, input) : [input]) {
      hash.update(`\0${path}\0`);
      addFile(hash, buffer, `${root}/${path}`);
    }
  }
  return hash.digest("hex");
}

function listFiles(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ name }) => folder + name).sort();
}

/** Reads into one buffer, which takes half the time of `readFileSync` for a thousand small files. */
function addFile(hash, buffer, path) {
  const file = openSync(path, "r");
  try {
    for (let length = -1; length !== 0; ) {
      length = readSync(file, buffer, 0, buffer.length, null);
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}
