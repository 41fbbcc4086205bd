import { globSync, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = resolve(fileURLToPath(import.meta.url), "../..");

/** Test folders without a source folder of the same name: suites that cover several parts of a package. */
const suites = new Set(["suppliers/conformance", "webhooks/simulation"]);

/** Returns test files in a folder that does not exist in the package's sources. */
function findMisplaced(testFiles: readonly string[], sourceFolders: ReadonlySet<string>): string[] {
  return testFiles.filter((path) => {
    const [, name = "", folder = ""] = /^packages\/([^/]+)\/test\/(.*)$/.exec(dirname(path)) ?? [];
    return folder !== "" && !sourceFolders.has(`${name}/${folder}`) && !suites.has(`${name}/${folder}`);
  });
}

test("finds a test file in a folder that does not exist in the sources", () => {
  const sources = new Set(["engine/fares"]);
  const files = ["packages/engine/test/fares/a.test.ts", "packages/engine/test/prices/a.test.ts"];
  expect(findMisplaced(files, sources)).toEqual(["packages/engine/test/prices/a.test.ts"]);
});

test("test folders mirror source folders", () => {
  const sources = readdirSync(resolve(root, "packages")).flatMap((name) =>
    globSync("**/", { cwd: resolve(root, "packages", name, "src") }).map((folder) => `${name}/${folder}`),
  );
  expect(sources.length).toBeGreaterThan(60);
  const files = globSync("packages/*/test/**/*.test.ts", { cwd: root });
  expect(findMisplaced(files, new Set(sources))).toEqual([]);
});
