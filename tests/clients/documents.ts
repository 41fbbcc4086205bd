import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A code block of a document that a reader runs. */
export interface Snippet {
  /** Path of the document. */
  document: string;
  line: number;
  language: "sh" | "ts" | "js" | "python";
  code: string;
  /** Reason in a comment before the block, `<!-- not run: … -->`; null for a block that is run. */
  notRun: string | null;
}

/** Documents whose code blocks are run. */
export function listDocuments(): string[] {
  const guides = readdirSync(join(root, "docs/guides")).map((name) => `docs/guides/${name}`);
  return ["README.md", "packages/sdk/README.md", "clients/python/README.md", ...guides.toSorted()];
}

export function readDocument(document: string): string {
  return readFileSync(join(root, document), "utf8");
}

/** Returns the code blocks in shell, TypeScript, JavaScript and Python. Others are output, data, or tested elsewhere. */
export function findSnippets(document: string, text: string): Snippet[] {
  const blocks = text.matchAll(/(?:^<!-- not run: ([^\n]*?) -->\n)?^```(sh|ts|js|python)\n(.*?)^```$/gms);
  return [...blocks].map(({ index, 1: notRun, 2: language, 3: code = "" }) => ({
    document,
    line: text.slice(0, index).split("\n").length,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the words of the expression
    language: language as Snippet["language"],
    code,
    notRun: notRun ?? null,
  }));
}
