/**
 * Builds the package that users install: JavaScript for Node, browsers, Deno, Bun and edge runtimes, and flat declarations. Usage:
 * `node packages/sdk/build.ts FILE.tgz`.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import ts from "typescript";

const directory = import.meta.dirname;
const source = join(directory, "src");

/** Oldest syntax in the JavaScript: Node 20 and browsers of 2023 run it. */
const target = "es2022";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: node packages/sdk/build.ts FILE.tgz");
await packSdk(resolve(file));

/** Builds and packs the package. @throws Error if a source does not compile for the supported runtimes */
async function packSdk(tarball: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "wayfare-sdk-"));
  try {
    await writeJavaScript(join(root, "dist"));
    writeDeclarations(join(root, "dist/types"));
    writeFileSync(join(root, "package.json"), `${JSON.stringify(renderManifest(), null, 2)}\n`);
    cpSync(join(directory, "README.md"), join(root, "README.md"));
    cpSync(join(directory, "../../LICENSE"), join(root, "LICENSE"));
    const printed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error"], {
      cwd: root,
      encoding: "utf8",
    });
    const [packed]: { filename: string }[] = JSON.parse(printed);
    if (packed === undefined) throw new Error("npm packed nothing");
    cpSync(join(root, packed.filename), tarball);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function writeJavaScript(output: string): Promise<void> {
  const bundle = await rolldown({
    input: join(source, "index.ts"),
    platform: "neutral",
    transform: { target },
  });
  // The declarations have the comments, and the source maps the sources.
  const options = { dir: output, minify: true, sourcemap: true };
  await bundle.write({ ...options, format: "es", entryFileNames: "index.js" });
  await bundle.write({ ...options, format: "cjs", entryFileNames: "index.cjs" });
  await bundle.close();
}

/** Writes a declaration of each source file, once for `import` and once for `require`. */
function writeDeclarations(output: string): void {
  const program = ts.createProgram([join(source, "index.ts")], {
    target: ts.ScriptTarget.ES2022,
    // Without the libraries of later editions, so that the compiler finds what older runtimes do not have.
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    rootDir: source,
    outDir: output,
  });
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => source,
      getNewLine: () => "\n",
    };
    throw new Error(ts.formatDiagnostics(faults, host));
  }
  for (const name of readdirSync(output, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(output, name);
    const text = readFileSync(path, "utf8");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path.replace(/\.d\.ts$/, ".d.cts"), renameImports(text, ".cjs"));
    writeFileSync(path, renameImports(text, ".js"));
  }
}

function renameImports(declaration: string, extension: string): string {
  return declaration.replaceAll(/(?<=(?:from |import\()"\.[^"]*)\.ts(?=")/g, extension);
}

/** Returns the package.json of the package. The one of the workspace points to the sources. */
function renderManifest(): object {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(directory, "package.json"), "utf8"),
  );
  return {
    name,
    version,
    description: "Client of the Wayfare flight search API: cash fares, award seats and signed webhooks",
    license,
    keywords: ["flights", "flight search", "awards", "miles", "webhooks", "wayfare"],
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    main: "./dist/index.cjs",
    module: "./dist/index.js",
    types: "./dist/types/index.d.ts",
    exports: {
      ".": {
        import: { types: "./dist/types/index.d.ts", default: "./dist/index.js" },
        require: { types: "./dist/types/index.d.cts", default: "./dist/index.cjs" },
      },
      "./package.json": "./package.json",
    },
    files: ["dist"],
  };
}
