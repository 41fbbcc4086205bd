import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, matchesGlob, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = resolve(fileURLToPath(import.meta.url), "../..");

interface Borders {
  arrows: Readonly<Record<string, readonly string[]>>;
  layers: Readonly<Record<string, readonly (readonly string[])[]>>;
}

const borders: Borders = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

function codeSpansOf(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
}

/** Parses the page's table of packages and their allowed imports. */
function readPackageTable(text: string): Record<string, string[]> {
  const rows = text.matchAll(/^\| `([a-z-]+)` \| [^|]+ \|([^|]*)\|$/gm);
  return Object.fromEntries([...rows].map(([, name = "", targets = ""]) => [name, codeSpansOf(targets)]));
}

/** Parses the page's numbered layers of service. */
function readLayerList(text: string): string[][] {
  const [, section = ""] = /^## Layers\n(.*?)^## /ms.exec(text) ?? [];
  return [...section.matchAll(/^\d+\. ([^:\n]+)/gm)].map(([, folders = ""]) => codeSpansOf(folders));
}

function sorted(table: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(table).map(([name, values]) => [name, values.toSorted()]));
}

describe("docs/architecture.md", () => {
  test("lists the packages and their imports of .dependency-cruiser.cjs", () => {
    expect(sorted(readPackageTable(page))).toEqual(sorted(borders.arrows));
  });

  test("lists the layers of service of .dependency-cruiser.cjs in order", () => {
    expect(readLayerList(page).map((layer) => layer.toSorted())).toEqual(
      borders.layers["service"]?.map((layer) => layer.toSorted()),
    );
  });

  test("detects an import or folder that is missing in the configuration", () => {
    const wrongImport = page.replace("| `engine`, `resources` |\n", "| `engine`, `service` |\n");
    expect(sorted(readPackageTable(wrongImport))).not.toEqual(sorted(borders.arrows));
    const wrongLayer = page.replace(/^(\d+\. )`audit`$/m, "$1`audits`");
    expect(readLayerList(wrongLayer)).not.toEqual(readLayerList(page));
  });
});

const ignored = ["node_modules", ".git", ".build", "dist"];
/** All files and folders of the repository. */
const paths = globSync(
  "{*,.*,.ci/**,packages/**,clients/**,tests/**,docs/**,scripts/**,deploy/**,examples/**,benchmarks/**,quality/**}",
  {
    cwd: root,
    exclude: (path) => ignored.some((name) => path.split("/").includes(name)),
  },
);
const existing = new Set(paths);
const inFolderOfRoot = /^(?:packages|clients|tests|docs|scripts|deploy|examples|benchmarks|quality|\.ci)\//;
const sourceFile = /[\w*}]\.(?:tsx?|[cm]js|tsv|sql|css|md)$/;
/** Placeholders, and paths outside of the repository. */
const isPlaceholder = /\b(?:NAME|NNNN|P)\b|NNNN_|…|:\/\/|^[@/.]*\/|^@|^[A-Z_]+\/|^\.\w+\.test\.ts$/;

/**
 * Returns the words of a code span that name a file or folder of the repository. A package's README can also name folders of the package.
 */
function pathsIn(span: string, file: string): string[] {
  const isReadme = /^packages\/[^/]+\/README\.md$/.test(file);
  return span
    .split(" ")
    .filter((word) => !isPlaceholder.test(word) && /^[\w.*{},/-]+$/.test(word))
    .filter((word) => inFolderOfRoot.test(word) || sourceFile.test(word) || (isReadme && /\w\//.test(word)));
}

/** Returns the folder of files that a document names without their parent folders. */
function folderOf(file: string): string {
  if (file === "docs/architecture.md") return "packages/service";
  return /^packages\/[^/]+(?=\/README\.md$)/.exec(file)?.[0] ?? "{packages,tests,benchmarks,quality}";
}

/** Resolves a path. A path from the root is exact; others can omit parent folders. */
function exists(path: string, file: string): boolean {
  const name = path.replace(/\/$/, "");
  if (existing.has(name)) return true;
  const pattern = inFolderOfRoot.test(path) ? name : `${folderOf(file)}/**/${name}`;
  return paths.some((each) => matchesGlob(each, pattern));
}

/** Returns broken paths in code spans and links of a Markdown file. */
function findWrongPaths(file: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, "");
  const spans = codeSpansOf(prose);
  const isRun = (span: string) => /\bvitest run /.test(span);
  // Vitest runs files whose paths contain the filter.
  const filters = spans.filter(isRun).flatMap((span) => pathsIn(span, file));
  const named = spans.filter((span) => !isRun(span)).flatMap((span) => pathsIn(span, file));
  const links = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].flatMap(([, target = ""]) =>
    target.includes(":") ? [] : [normalize(join(dirname(file), target))],
  );
  return [
    ...filters.filter((filter) => !paths.some((path) => path.includes(filter))),
    ...named.filter((path) => !exists(path, file)),
    ...links.filter((path) => !existing.has(path.replace(/\/$/, ""))),
  ];
}

/** Changelog entries name files of their time. */
const documents = paths.filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");

describe("paths in documents", () => {
  test("exist, in every Markdown file", () => {
    expect(documents).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "docs/architecture.md"]));
    expect(documents.filter((path) => /^packages\/[^/]+\/README\.md$/.test(path))).toHaveLength(
      Object.keys(borders.arrows).length,
    );
    const wrong = documents.flatMap((file) =>
      findWrongPaths(file, readFileSync(join(root, file), "utf8")).map((path) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("are detected in the architecture page", () => {
    const named = codeSpansOf(page).flatMap((span) => pathsIn(span, "docs/architecture.md"));
    expect(named.length).toBeGreaterThan(60);
  });

  test.each([
    ["docs/architecture.md", "see `packages/engine/src/nowhere.ts`", "packages/engine/src/nowhere.ts"],
    ["docs/architecture.md", "see `http/nowhere.ts`", "http/nowhere.ts"],
    ["docs/architecture.md", "see `dispatcher/lanes.ts`", "dispatcher/lanes.ts"],
    ["docs/architecture.md", "see [it](nowhere.md#part)", "docs/nowhere.md"],
    ["CONTRIBUTING.md", "run `npx vitest run tests/nowhere`", "tests/nowhere"],
    ["CONTRIBUTING.md", "in `tests/nowhere/*.test.ts`", "tests/nowhere/*.test.ts"],
    ["packages/engine/README.md", "in `test/nowhere`", "test/nowhere"],
    ["packages/engine/README.md", "in `server.ts`", "server.ts"],
  ])("are reported in %s: %s", (file, text, path) => {
    expect(findWrongPaths(file, text)).toEqual([path]);
  });

  test("are accepted if they are placeholders, URLs or existing paths", () => {
    const text =
      "`packages/NAME/src`, `NNNN_name.sql`, `/readyz`, `application/json`, `DATA_DIR/usage`, `@wayfare/sdk`, `tests/*.test.ts`, `paths.ts`";
    expect(findWrongPaths("docs/engine.md", text)).toEqual([]);
  });
});

/** Returns paths in comments and strings of a source file that do not exist. */
function findWrongSourcePaths(source: string): string[] {
  const named = source.matchAll(
    /(?<![\w./-])(?:packages|clients|tests|docs|scripts|deploy|examples|benchmarks|quality)\/[\w./-]+\.(?:tsx?|mjs|tsv|sql|css|md|json|ya?ml)\b/g,
  );
  // Generators name pages relative to docs, as their links do.
  return [...named].map(([path]) => path).filter((path) => !existing.has(path) && !existing.has(`docs/${path}`));
}

test("existing paths only in comments of sources, scripts and deployment files", () => {
  expect(findWrongSourcePaths("// as in docs/nowhere.md, and docs/README.md\n")).toEqual(["docs/nowhere.md"]);
  const sources = paths.filter(
    (path) =>
      /\.(?:tsx?|mjs|ya?ml)$/.test(path) && !path.startsWith("tests/") && !/^packages\/[^/]+\/test\//.test(path),
  );
  expect(sources.length).toBeGreaterThan(600);
  const wrong = [...sources, ".ci/run", ".dependency-cruiser.cjs", ".oxlintrc.json"].flatMap((file) =>
    findWrongSourcePaths(readFileSync(join(root, file), "utf8")).map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});
