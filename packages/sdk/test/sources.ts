import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const folder = new URL("../src/", import.meta.url);
export const fileNames = readdirSync(fileURLToPath(folder)).toSorted();

/** A source file as JavaScript, its types taken away as Node does it. */
export function readAsJavaScript(fileName: string): string {
  return stripTypeScriptTypes(readFileSync(new URL(fileName, folder), "utf8"));
}

/** What the file imports when it runs. */
export function listImports(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, specifier]) => specifier ?? "");
}

/** All files as one script, each after those that it imports, without `import` and `export`. */
export function bundle(): string {
  const ordered: string[] = [];
  const visit = (fileName: string) => {
    if (ordered.includes(fileName)) return;
    for (const specifier of listImports(readAsJavaScript(fileName))) visit(specifier.slice("./".length));
    ordered.push(fileName);
  };
  visit("verify-webhook.ts");
  visit("sign-webhook.ts");
  const withoutModules = (source: string) => source.replaceAll(/^import .*$/gm, "").replaceAll(/^export (?=\w)/gm, "");
  return ordered.map((fileName) => withoutModules(readAsJavaScript(fileName))).join("\n");
}
