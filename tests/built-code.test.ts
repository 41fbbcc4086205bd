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

const harmlessLookups: readonly RegExp[] = [
  // @wayfare/resources, which knows the place of the built code.
  /^const (?:packagesUrl = new URL\("\.\.\/\.\.\/", import\.meta\.url\)|isBuilt = import\.meta\.url\.endsWith)/,
  // Loads modules of Node, and in @wayfare/resources dependencies that are not part of the built code.
  /createRequire\(import\.meta\.url\)/,
  // Threads of pino's transports, which are not used.
  /join\(__dirname, (?:"lib", )?"worker\.js"\)|if \(origin === "pino\/file"\)/,
  // The name and version of an OpenAPI document without its own; an error is caught.
  /^return JSON\.parse\(fs\.readFileSync\(path\.join\(__dirname, "\.\.", "\.\.", "package\.json"\)\)\);/,
  // A file name in stack traces of undici.
  /typeof __filename !== "undefined"/,
];

/** Returns the lines of a module that refer to its file. */
function findFileLookups(module: string): string[] {
  const lines = module.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => /\bimport\.meta\b|\b__dirname\b|\b__filename\b/.test(line))
    .filter((line) => !harmlessLookups.some((harmless) => harmless.test(line)));
}

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

  test("notices a change of every source, manifest, table and migration", () => {
    const { inputs }: { inputs: string[] } = JSON.parse(readFileSync(join(folder, manifestName), "utf8"));
    const files = globSync(["packages/*/src/**/*.ts", "packages/*/package.json"], { cwd: root });
    const missing = files.filter((file) => !inputs.includes(file) && !file.startsWith("packages/portal/src/"));
    expect(missing).toEqual([]);
    // Barrels that only export are in no chunk.
    expect(inputs).toContain("packages/contract/src/index.ts");
    expect(inputs).toContain("packages/portal/src/index.ts");
    expect(inputs).toEqual(expect.arrayContaining(["packages/database/migrations/", "packages/world/facts/"]));
  });

  test("does not depend on the folder in which it was built", () => {
    expect(chunks.filter((name) => readFileSync(join(folder, name), "utf8").includes(root))).toEqual([]);
  });

  /** Their files are not there. The name of a chunk ends with a hash, so the lines are listed, each with the reason why it is harmless. */
  test("contains no dependency that looks for files next to its module", () => {
    const wrong = chunks.flatMap((name) => findFileLookups(readFileSync(join(folder, name), "utf8")));
    expect(wrong).toEqual([]);
  });

  test.each([
    'const ICC_PROFILE_PATH = new URL("./data/sRGB.icc", import.meta.url).href;',
    'const data = readFileSync(__dirname + "/data/Helvetica.afm");',
    "const file = __filename;",
  ])("a dependency with %s is found", (line) => {
    expect(findFileLookups(`a();\n\t${line}\n`)).toEqual([line]);
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
