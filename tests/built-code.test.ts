import { execFile } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { builtFolder, threadModules } from "@wayfare/resources";
import { describe, expect, test } from "vitest";
import { findBuiltMain, manifestName } from "../packages/cli/bin/built-code.mjs";
import { externalDependencies } from "../packages/cli/external-dependencies.ts";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const folder = join(root, "packages", builtFolder);
const chunks = readdirSync(folder).filter((name) => name.endsWith(".js"));

describe("the sources", () => {
  const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root });
  const usersOf = (files: readonly string[], read: (file: string) => string): string[] =>
    files.filter((file) => !file.startsWith("packages/resources/") && /\bimport\.meta\b/.test(read(file)));

  /** The built code has other modules: a path relative to a source would be wrong in it. */
  test("find their files in one module", () => {
    expect(sources.length).toBeGreaterThan(900);
    expect(usersOf(sources, (file) => readFileSync(join(root, file), "utf8"))).toEqual([]);
  });

  test("a module that finds its files itself is found", () => {
    expect(usersOf(["packages/world/src/index.ts"], () => 'new URL("../facts/", import.meta.url)')).toHaveLength(1);
  });
});

describe("the built code", () => {
  test("is that of the sources, which the launcher runs", () => {
    expect(findBuiltMain(root)).toBe(join(folder, "main.js"));
  });

  test("has an entry for the command line and for each thread", () => {
    expect(chunks).toEqual(
      expect.arrayContaining(["main.js", ...Object.keys(threadModules).map((name) => `${name}.js`)]),
    );
  });

  test("was built from every source that it contains", () => {
    const { inputs }: { inputs: string[] } = JSON.parse(readFileSync(join(folder, manifestName), "utf8"));
    const modules = ["cli/src/main.ts", "resources/src/resources.ts", ...Object.values(threadModules)];
    expect(inputs).toEqual(expect.arrayContaining(modules.map((path) => `packages/${path}`)));
    expect(inputs).toEqual(expect.arrayContaining(["packages/database/migrations/", "packages/world/facts/"]));
  });

  test("does not depend on the folder in which it was built", () => {
    expect(chunks.filter((name) => readFileSync(join(folder, name), "utf8").includes(root))).toEqual([]);
  });

  test("finds the dependencies that are not part of it", () => {
    const main = pathToFileURL(join(folder, "main.js"));
    for (const name of externalDependencies) expect(findPackageJSON(name, main)).toContain("node_modules");
  });

  test("runs", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "main.js"), "--version"]);
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(stdout).toBe(`${version}\n`);
  });
});
