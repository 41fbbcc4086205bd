import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const folder = new URL("../src/", import.meta.url);

/** Every source file by its path in the package's sources, such as `client/send.ts`. */
export const fileNames = readdirSync(fileURLToPath(folder), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .toSorted();

/** Reads a source file as JavaScript, with types stripped as in Node. */
export function readAsJavaScript(fileName: string): string {
  return stripTypeScriptTypes(readFileSync(new URL(fileName, folder), "utf8"));
}

/** Lists the runtime imports of a file. */
export function listImports(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, specifier]) => specifier ?? "");
}

/** Resolves an import to a source file. */
function resolveImport(fileName: string, specifier: string): string {
  return new URL(specifier, new URL(fileName, "file:///")).pathname.slice("/".length);
}

/** Bundles all files into one script that defines `sdk` with the exports of index.ts. Each file is a function. */
export function bundle(): string {
  const ordered: string[] = [];
  const visit = (fileName: string) => {
    if (ordered.includes(fileName)) return;
    for (const specifier of listImports(readAsJavaScript(fileName))) visit(resolveImport(fileName, specifier));
    ordered.push(fileName);
  };
  visit("index.ts");
  const modules = ordered.map((fileName) => `modules["${fileName}"] = (() => {\n${asFunctionBody(fileName)}\n})();`);
  return `const modules = {};\n${modules.join("\n")}\nconst sdk = modules["index.ts"];`;
}

/** Turns imports into constants and exports into a return value. */
function asFunctionBody(fileName: string): string {
  const exported: string[] = [];
  const moduleOf = (specifier: string) => `modules["${resolveImport(fileName, specifier)}"]`;
  const body = readAsJavaScript(fileName)
    .replaceAll(/^import\s*(\{[^}]*\})\s*from "([^"]+)";/gm, (_, names: string, specifier: string) => {
      return `const ${names} = ${moduleOf(specifier)};`;
    })
    .replaceAll(/^export\s*\{([^}]*)\}\s*from "([^"]+)";/gm, (_, names: string, specifier: string) => {
      for (const name of names.match(/\w+/g) ?? []) exported.push(`${name}: ${moduleOf(specifier)}.${name}`);
      return "";
    })
    .replaceAll(/^export +((?:async )?(?:function\*?|class|const)) (\w+)/gm, (_, kind: string, name: string) => {
      exported.push(name);
      return `${kind} ${name}`;
    });
  return `${body}\nreturn { ${exported.join(", ")} };`;
}
