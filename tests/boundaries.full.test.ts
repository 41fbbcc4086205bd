import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import { describe, expect, test } from "vitest";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const configuration: IConfiguration & { layers: Readonly<Record<string, readonly (readonly string[])[]>> } =
  createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const ruleNames = [...new Set((configuration.forbidden ?? []).map((rule) => rule.name ?? ""))];
const folders = ["packages", "tests", "benchmarks", "quality", "scripts", "examples"];

async function cruiseFolder(baseDir: string, roots: string[]): Promise<ICruiseResult> {
  const { enhancedResolveOptions, ...options } = configuration.options ?? {};
  const { output } = await cruise(
    roots,
    { ...options, baseDir, ruleSet: { forbidden: configuration.forbidden ?? [] }, validate: true },
    { ...enhancedResolveOptions },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser returned a report instead of a result");
  return output;
}

function violationsOf(result: ICruiseResult): string[] {
  return result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).toSorted();
}

describe("this repository", async () => {
  const result = await cruiseFolder(root, folders);
  const sources = new Set(result.modules.map((module) => module.source));
  const packages = await readdir(join(root, "packages"));

  test("has no forbidden import", () => {
    expect(violationsOf(result)).toStrictEqual([]);
  });

  test("is analyzed completely: every package's index, the tests, and imports between packages", () => {
    for (const name of packages) expect(sources).toContain(`packages/${name}/src/index.ts`);
    expect(sources).toContain("tests/boundaries.full.test.ts");
    expect(sources).toContain("packages/cli/bin/wayfare.mjs");
    expect(sources.size).toBeGreaterThan(150);
    const edges = new Set(
      result.modules.flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => `${packageOf(source)} → ${packageOf(resolved)}`),
      ),
    );
    const expected = [
      "service → database",
      "service → egress",
      "webhooks → egress",
      "service → search",
      "search → suppliers",
      "service → contract",
      "suppliers → engine",
      "world → engine",
      "cli → service",
    ];
    expect(expected.filter((edge) => !edges.has(edge))).toStrictEqual([]);
  });
});

function packageOf(path: string): string {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? path;
}

/** Creates a workspace from files by path. */
type Files = Readonly<Record<string, string>>;

async function cruisePlanted(files: Files): Promise<string[]> {
  const { summary } = await cruiseFiles(files);
  return [...new Set(summary.violations.map((violation) => violation.rule.name))].toSorted();
}

async function cruiseFiles(files: Files): Promise<ICruiseResult> {
  const baseDir = await realpath(await mkdtemp(join(tmpdir(), "wayfare-boundaries-")));
  try {
    await plant(baseDir, files);
    const roots = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))];
    const result = await cruiseFolder(baseDir, roots);
    for (const path of Object.keys(files)) expect(result.modules.map((module) => module.source)).toContain(path);
    return result;
  } finally {
    await rm(baseDir, { recursive: true, force: true });
  }
}

async function plant(baseDir: string, files: Files): Promise<void> {
  const write = async (path: string, text: string) => {
    await mkdir(join(baseDir, dirname(path)), { recursive: true });
    await writeFile(join(baseDir, path), text);
  };
  await write("package.json", JSON.stringify({ workspaces: ["packages/*"], devDependencies: { tester: "1" } }));
  for (const name of ["tester", "shipped", "undeclared"]) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, exports: "./index.js", type: "module" }));
    await write(`node_modules/${name}/index.js`, "export const x = 1;");
  }
  await mkdir(join(baseDir, "node_modules/@wayfare"), { recursive: true });
  for (const name of new Set(Object.keys(files).map(packageOf))) {
    if (name.includes("/")) continue;
    const manifest = { name: `@wayfare/${name}`, exports: { ".": "./src/index.ts" }, dependencies: { shipped: "1" } };
    await write(`packages/${name}/package.json`, JSON.stringify(manifest));
    await symlink(join(baseDir, "packages", name), join(baseDir, "node_modules/@wayfare", name));
  }
  for (const [path, text] of Object.entries(files)) await write(path, text);
}

const leaf = "export const x = 1;\nexport type T = number;\n";

/** Planted violations by the only rule that must fire. */
const planted: Readonly<Record<string, Files>> = {
  ...Object.fromEntries(
    [
      "concurrency → contract",
      "resources → contract",
      "telemetry → contract",
      "listener → engine",
      "contract → engine",
      "engine → world",
      "egress → contract",
      "database → contract",
      "settings → database",
      "world → suppliers",
      "suppliers → service",
      "demo-suppliers → suppliers",
      "search → world",
      "webhooks → engine",
      "billing → service",
      "service → cli",
      "sdk → engine",
      "mcp → service",
      "cli → database",
      "portal → service",
    ].map((arrow) => {
      const [from = "", to = ""] = arrow.split(" → ");
      const text = `export type { T } from "@wayfare/${to}";\n`;
      return [`borders-of-${from}`, { [`packages/${from}/src/index.ts`]: text, [`packages/${to}/src/index.ts`]: leaf }];
    }),
  ),
  ...Object.fromEntries(
    Object.keys(configuration.layers).map((name) => [
      `${name}-layers`,
      {
        [`packages/${name}/src/index.ts`]: 'export { x } from "./unlisted/a.ts";\n',
        [`packages/${name}/src/unlisted/a.ts`]: leaf,
      },
    ]),
  ),
  "known-packages": {
    "packages/newcomer/src/index.ts": 'export * from "@wayfare/engine";\n',
    "packages/engine/src/index.ts": leaf,
  },
  "no-deep-import": {
    "packages/world/src/index.ts": 'export { x } from "../../engine/test/inner.ts";\n',
    "packages/world/test/a.test.ts": 'import "../../engine/src/inner.ts";\n',
    "packages/engine/src/index.ts": leaf,
    "packages/engine/src/inner.ts": leaf,
    "packages/engine/test/inner.ts": leaf,
  },
  "imported-by-name": {
    "packages/world/src/index.ts": 'export { x } from "../../engine/src/index.ts";\n',
    "packages/engine/src/index.ts": leaf,
  },
  "no-cycle": {
    "packages/engine/src/index.ts": 'import type { T } from "./other.ts";\nexport type U = T;\n',
    "packages/engine/src/other.ts": 'import type { U } from "./index.ts";\nexport type T = U | number;\n',
  },
  "engine-is-pure": { "packages/engine/src/index.ts": 'export { readFileSync } from "node:fs";\n' },
  "sdk-without-contract": {
    "packages/sdk/src/index.ts": 'export type { T } from "@wayfare/contract";\n',
    "packages/contract/src/index.ts": leaf,
  },
  "portal-takes-types-only": {
    "packages/portal/src/index.ts": 'export { x } from "@wayfare/contract";\n',
    "packages/contract/src/index.ts": leaf,
  },
  "command-loads-its-modules": {
    "packages/cli/src/commands/a.ts": 'import "@wayfare/service";\n',
    "packages/service/src/index.ts": leaf,
  },
  "production-without-tests": {
    "packages/engine/src/index.ts": 'export { x } from "../test/fixture.ts";\n',
    "packages/engine/test/fixture.ts": leaf,
  },
  "production-without-dev-dependencies": { "packages/engine/src/index.ts": 'export { x } from "tester";\n' },
  declared: { "packages/engine/src/index.ts": 'export { x } from "undeclared";\n' },
  resolvable: { "packages/engine/src/index.ts": 'export { x } from "./nowhere.ts";\n' },
};

/** Returns a file in each folder of a layer (two folders for a pattern), with the layer's level. */
function filesOfLayer(layer: readonly string[], level: number): [file: string, level: number][] {
  const entries = layer.flatMap((entry) =>
    entry.includes("*") ? [entry.replace("*", "one"), entry.replace("*", "two")] : [entry],
  );
  return entries.map((entry) => [entry.endsWith(".ts") ? entry : `${entry}/a.ts`, level]);
}

/** Other rules that a planted violation also breaks. */
const alsoBroken: Readonly<Record<string, readonly string[]>> = {
  "no-deep-import": ["imported-by-name", "production-without-tests"],
};

describe("planted violations", () => {
  test("cover every rule", () => {
    expect(Object.keys(planted).toSorted()).toStrictEqual(ruleNames.toSorted());
  });

  test.each(ruleNames)("%s fires", async (name) => {
    const fired = await cruisePlanted(planted[name] ?? {});
    expect(fired).toStrictEqual([name, ...(alsoBroken[name] ?? [])].toSorted());
  });

  test.each(Object.entries(configuration.layers))(
    "%s-layers forbids all imports except to lower layers",
    async (name, layers) => {
      const levels = [...layers.flatMap(filesOfLayer), ["a.ts", -1], ["unlisted/a.ts", undefined]] as const;
      const files = levels.map(([from]) => {
        const imports = levels
          .filter(([to]) => to !== from)
          .map(([to]) => `import "./${relative(dirname(`/${from}`), `/${to}`)}";\n`);
        return [`packages/${name}/src/${from}`, imports.join("")];
      });
      const { summary } = await cruiseFiles(Object.fromEntries(files));
      const fired = summary.violations.filter(({ rule }) => rule.name === `${name}-layers`);
      const expected = levels.flatMap(([from, level]) =>
        levels
          .filter(([to, below]) => to !== from && !(level !== undefined && below !== undefined && below > level))
          .map(([to]) => `packages/${name}/src/${from} → packages/${name}/src/${to}`),
      );
      expect([...new Set(fired.map(({ from, to }) => `${from} → ${to}`))].toSorted()).toStrictEqual(
        expected.toSorted(),
      );
    },
  );

  test("allowed imports do not fire a rule", async () => {
    const fired = await cruisePlanted({
      "packages/engine/src/index.ts": 'export { x } from "./inner.ts";\n',
      "packages/engine/src/inner.ts": leaf,
      "packages/contract/src/index.ts": leaf,
      "packages/portal/src/index.ts": 'export type { T } from "@wayfare/contract";\n',
      "packages/world/src/index.ts":
        'export { x } from "@wayfare/engine";\nexport { x as y } from "shipped";\nimport "node:fs";\n',
      "packages/world/test/a.test.ts": 'import "tester";\nimport "../src/index.ts";\nimport "@wayfare/engine";\n',
    });
    expect(fired).toStrictEqual([]);
  });
});
