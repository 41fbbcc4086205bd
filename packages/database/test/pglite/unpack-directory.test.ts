import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { unpackDirectory } from "../../src/pglite/unpack-directory.ts";
import { packTar } from "./tar.ts";

let parent: string;
let directory: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "wayfare-unpack-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  directory = join(parent, "database");
});

const archive = packTar({ "/PG_VERSION": "18\n", "/base/": "", "/base/5/1255": "x".repeat(1000), "/empty/": "" });

test("creates a missing or empty directory that only the owner can access", () => {
  for (const isMissing of [true, false]) {
    rmSync(directory, { recursive: true, force: true });
    if (!isMissing) mkdirSync(directory);
    unpackDirectory(archive, directory);
    const names = readdirSync(directory, { recursive: true }).map(String);
    expect(names.toSorted()).toStrictEqual(["PG_VERSION", "base", "base/5", "base/5/1255", "empty"]);
    expect(readFileSync(join(directory, "base/5/1255"), "utf8")).toBe("x".repeat(1000));
    for (const name of ["", ...names]) expect(statSync(join(directory, name)).mode & 0o077).toBe(0);
  }
  expect(readdirSync(parent)).toStrictEqual(["database"]);
});

test("keeps a link, and creates the directory that it names", () => {
  mkdirSync(join(parent, "other-disk"));
  symlinkSync(join(parent, "other-disk"), directory);
  unpackDirectory(archive, directory);
  expect(lstatSync(directory).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(parent, "other-disk/PG_VERSION"), "utf8")).toBe("18\n");
  expect(readdirSync(parent).toSorted()).toStrictEqual(["database", "other-disk"]);
});

test("replaces what an interrupted try left", () => {
  mkdirSync(join(parent, "database.new/base"), { recursive: true });
  writeFileSync(join(parent, "database.new/base/partial"), "");
  unpackDirectory(archive, directory);
  expect(readdirSync(parent)).toStrictEqual(["database"]);
  expect(readdirSync(join(directory, "base"))).toStrictEqual(["5"]);
});

test("never changes a directory that contains anything", () => {
  mkdirSync(directory);
  writeFileSync(join(directory, "kept"), "");
  expect(() => unpackDirectory(archive, directory)).toThrow("ENOTEMPTY");
  expect(readdirSync(parent)).toStrictEqual(["database"]);
  expect(readdirSync(directory)).toStrictEqual(["kept"]);
});

test.each([
  ["a cut-off archive", archive.subarray(0, archive.length - 4), ""],
  ["a cut-off tar file", zstdCompressSync(zstdDecompressSync(archive).subarray(0, 2000)), "is cut off"],
  ["a name that leads out", packTar({ PG_VERSION: "18\n", "base/../../escaped": "x" }), "base/../../escaped"],
  ["a file that cannot be written", packTar({ PG_VERSION: "18\n", "base/1": "x", base: "x" }), "EISDIR"],
])("leaves nothing after %s", (_, damaged, message) => {
  expect(() => unpackDirectory(damaged, directory)).toThrow(message);
  expect(readdirSync(parent)).toStrictEqual([]);
  expect(existsSync(directory)).toBe(false);
});
