import { existsSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

/**
 * Creates a database directory from a compressed archive of PGlite (a tar file in zstd). The files are written next to it and renamed when
 * they are complete, so after an interruption the directory is still missing or empty, and the next try begins again. Only the owner can
 * access the files. They are not flushed to the disk, like all writes of PGlite.
 *
 * @throws Error ENOTEMPTY if the directory contains anything, EBUSY if it is a mount point; it is then unchanged.
 */
export function unpackDirectory(archive: Uint8Array, path: string): void {
  // A link stays, and the directory that it names is replaced.
  const directory = existsSync(path) ? realpathSync(path) : path;
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    for (const entry of readTar(zstdDecompressSync(archive, { chunkSize: outputBytes }))) {
      const target = join(draft, entry.name);
      mkdirSync(entry.isDirectory ? target : dirname(target), { recursive: true, mode: 0o700 });
      if (!entry.isDirectory) writeFileSync(target, entry.data, { mode: 0o600 });
    }
    if (existsSync(directory)) rmdirSync(directory);
    renameSync(draft, directory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** An entry of a tar file; `name` is a relative path. */
interface TarEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly data: Uint8Array;
}

const blockBytes = 512;

/** Size of the output buffer, above that of an archive: with the default of 16 KB, unpacking takes twice as long. */
const outputBytes = 64 * 2 ** 20;

/** Reads the files and directories of a tar file (POSIX ustar). Rejects a file that is cut off and names that lead out of the directory. */
function* readTar(tar: Uint8Array): Generator<TarEntry> {
  const bytes = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength);
  const text = (start: number, length: number): string =>
    bytes.toString("latin1", start, start + length).replace(/\0.*$/s, "");
  // A block of zeros is the end.
  for (let at = 0; bytes[at] !== 0; ) {
    const [prefix, name, type] = [text(at + 345, 155), text(at, 100), text(at + 156, 1)];
    const path = `${prefix}/${name}`.replace(/^\/+/, "");
    const size = Number.parseInt(text(at + 124, 12), 8);
    const start = at + blockBytes;
    if (!(start + size <= bytes.length)) throw new Error("the archive of the database is cut off");
    if (path.split("/").includes("..")) throw new Error(`the archive of the database contains the name ${path}`);
    yield { name: path, isDirectory: type === "5", data: bytes.subarray(start, start + size) };
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
}
