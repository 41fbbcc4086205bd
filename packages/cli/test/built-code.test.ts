import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digestOf, findBuiltMain, isUpToDate, manifestName } from "../bin/built-code.mjs";

const inputs = ["package-lock.json", "packages/cli/src/main.ts", "packages/world/facts/"];
let root: string;

const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wayfare-built-"));
  for (const folder of ["cli/src", "cli/dist", "world/facts"]) {
    mkdirSync(join(root, "packages", folder), { recursive: true });
  }
  write("package-lock.json", "{}");
  write("packages/cli/src/main.ts", "first text");
  write("packages/world/facts/cities.tsv", "code\n");
  write("packages/cli/dist/main.js", "");
  write(`packages/cli/dist/${manifestName}`, JSON.stringify({ inputs, digest: digestOf(root, inputs) }));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("the built code runs if it was built from the present sources", () => {
  expect(isUpToDate(root)).toBe(true);
  expect(findBuiltMain(root)).toBe(join(root, "packages/cli/dist/main.js"));
});

test.each<[string, () => void]>([
  [
    "after a change that keeps the size and the times of a file",
    () => {
      const path = join(root, "packages/cli/src/main.ts");
      const { atime, mtime } = statSync(path);
      write("packages/cli/src/main.ts", "other text");
      utimesSync(path, atime, mtime);
    },
  ],
  ["after a source was deleted", () => rmSync(join(root, "packages/cli/src/main.ts"))],
  ["after a dependency has changed", () => write("package-lock.json", '{"packages":{}}')],
  ["after a table of facts was added", () => write("packages/world/facts/new.tsv", "code\n")],
  [
    "after a table of facts was renamed",
    () => renameSync(join(root, "packages/world/facts/cities.tsv"), join(root, "packages/world/facts/towns.tsv")),
  ],
  ["if the manifest is damaged", () => write(`packages/cli/dist/${manifestName}`, '{"inputs":')],
  ["if nothing was built", () => rmSync(join(root, "packages/cli/dist"), { recursive: true })],
])("the sources run %s", (_case, change) => {
  change();
  expect(isUpToDate(root)).toBe(false);
  expect(findBuiltMain(root)).toBeUndefined();
});

test("an installation without sources runs the built code", () => {
  rmSync(join(root, "packages/cli/src"), { recursive: true });
  rmSync(join(root, "package-lock.json"));
  expect(findBuiltMain(root)).toBe(join(root, "packages/cli/dist/main.js"));
});
