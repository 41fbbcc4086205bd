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

/** Packages of the page's table, with the packages that each may import. */
function readPackageTable(text: string): Record<string, string[]> {
  const rows = text.matchAll(/^\| `([a-z]+)` \| [^|]+ \|([^|]*)\|$/gm);
  return Object.fromEntries([...rows].map(([, name = "", targets = ""]) => [name, codeSpansOf(targets)]));
}

/** The page's numbered layers of service. */
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

  test("lists the layers of service of .dependency-cruiser.cjs, in their order", () => {
    expect(readLayerList(page).map((layer) => layer.toSorted())).toEqual(
      borders.layers["service"]?.map((layer) => layer.toSorted()),
    );
  });

  test("an import or a folder that the configuration does not have is noticed", () => {
    const wrongImport = page.replace("| `engine` |\n", "| `engine`, `service` |\n");
    expect(sorted(readPackageTable(wrongImport))).not.toEqual(sorted(borders.arrows));
    const wrongLayer = page.replace("19. `audit`", "19. `audits`");
    expect(readLayerList(wrongLayer)).not.toEqual(readLayerList(page));
  });
});

const ignored = ["node_modules", ".git", ".build", "dist"];
/** Every file and folder of the repository. */
const paths = globSync(
  "{*,.*,.ci/**,packages/**,tests/**,docs/**,scripts/**,deploy/**,examples/**,benchmarks/**,quality/**}",
  {
    cwd: root,
    exclude: (path) => ignored.some((name) => path.split("/").includes(name)),
  },
);
const existing = new Set(paths);
const inFolderOfRoot = /^(?:packages|tests|docs|scripts|deploy|examples|benchmarks|quality|\.ci)\//;
const sourceFile = /[\w*}]\.(?:tsx?|[cm]js|tsv|sql|css|md)$/;
/** Names that stand for any name, and paths outside of the repository. */
const isPlaceholder = /\b(?:NAME|NNNN|P)\b|NNNN_|…|:\/\/|^[@/.]*\/|^@|^[A-Z_]+\/|^\.\w+\.test\.ts$/;

/** Words of a code span that name a file or folder of the repository. A package's README may name folders of the package too. */
function pathsIn(span: string, file: string): string[] {
  const isReadme = /^packages\/[^/]+\/README\.md$/.test(file);
  return span
    .split(" ")
    .filter((word) => !isPlaceholder.test(word) && /^[\w.*{},/-]+$/.test(word))
    .filter((word) => inFolderOfRoot.test(word) || sourceFile.test(word) || (isReadme && /\w\//.test(word)));
}

/** Where the files are that a document names without the folders above them. */
function folderOf(file: string): string {
  if (file === "docs/architecture.md") return "packages/service";
  return /^packages\/[^/]+(?=\/README\.md$)/.exec(file)?.[0] ?? "{packages,tests,benchmarks,quality}";
}

/** A path that begins in the root is exact; another may leave out the folders above it. */
function exists(path: string, file: string): boolean {
  const name = path.replace(/\/$/, "");
  if (existing.has(name)) return true;
  const pattern = inFolderOfRoot.test(path) ? name : `${folderOf(file)}/**/${name}`;
  return paths.some((each) => matchesGlob(each, pattern));
}

/** Paths in the code spans and links of a Markdown file that lead nowhere. */
function findWrongPaths(file: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, "");
  const spans = codeSpansOf(prose);
  const isRun = (span: string) => /\bvitest run /.test(span);
  // Vitest runs the files whose paths contain the filter.
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

/** Changelog entries name files as they were. */
const documents = paths.filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");

describe("paths in documents", () => {
  test("exist in every Markdown file", () => {
    expect(documents).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "docs/architecture.md"]));
    expect(documents.filter((path) => /^packages\/[^/]+\/README\.md$/.test(path))).toHaveLength(
      Object.keys(borders.arrows).length,
    );
    const wrong = documents.flatMap((file) =>
      findWrongPaths(file, readFileSync(join(root, file), "utf8")).map((path) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("are found in the architecture page", () => {
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
  ])("in %s: %s is noticed", (file, text, path) => {
    expect(findWrongPaths(file, text)).toEqual([path]);
  });

  test("placeholders, addresses and existing paths are accepted", () => {
    const text =
      "`packages/NAME/src`, `NNNN_name.sql`, `/readyz`, `application/json`, `DATA_DIR/usage`, `@wayfare/sdk`, `tests/*.test.ts`, `paths.ts`";
    expect(findWrongPaths("docs/engine.md", text)).toEqual([]);
  });
});

/** Paths in comments and strings of a source file that do not exist. */
function findWrongSourcePaths(source: string): string[] {
  const named = source.matchAll(
    /(?<![\w./-])(?:packages|tests|docs|scripts|deploy|examples|benchmarks|quality)\/[\w./-]+\.(?:tsx?|mjs|tsv|sql|css|md|json|ya?ml)\b/g,
  );
  // Generators name pages as their links do, from docs.
  return [...named].map(([path]) => path).filter((path) => !existing.has(path) && !existing.has(`docs/${path}`));
}

test("paths in comments of sources, scripts and deployment files exist", () => {
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
