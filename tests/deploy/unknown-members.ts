import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KubernetesObject } from "./kubernetes-objects.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const directory = join(repository, ".build/manifest-types");

/**
 * Returns members that Kubernetes does not know, such as misspelled ones, as errors of TypeScript. The JSON schemas accept them; the type
 * of each kind rejects them in a literal.
 */
export function findUnknownMembers(objects: readonly KubernetesObject[]): string[] {
  mkdirSync(directory, { recursive: true });
  const source = objects.map((object, position) => {
    const type = `I${object.kind}${position}`;
    return `import type { I${object.kind} as ${type} } from "kubernetes-models/${object.apiVersion}";
export const object${position}: ${type} = ${JSON.stringify(object, null, 1)};\n`;
  });
  writeFileSync(join(directory, "objects.ts"), source.join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--moduleResolution", "nodenext"];
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  try {
    const args = [compiler, "--ignoreConfig", ...options, join(directory, "objects.ts")];
    execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8", stdio: "pipe" });
    return [];
  } catch (error) {
    if (error instanceof Error && "stdout" in error)
      return String(error.stdout)
        .split("\n")
        .filter((line) => line.includes("error"));
    throw error;
  }
}
