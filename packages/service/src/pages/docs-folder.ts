import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { resourceUrl } from "@wayfare/resources";

/** `docs` of the repository. The image has it at the same place, next to `packages`. */
export const docsFolder = fileURLToPath(resourceUrl("../docs"));

/** Parts of `docs` for users and operators of the service, in the order of the lists. Other parts are about its code. */
export const docsParts = ["guides", "reference", "operations", "suppliers"] as const;
type DocsPart = (typeof docsParts)[number];

/** A Markdown page of the documentation. */
export interface DocsPage {
  part: DocsPart;
  /** Path under `docs`, such as `guides/search.md`. */
  path: string;
  title: string;
  /** First sentence; empty if the page starts with a list or table. */
  summary: string;
  markdown: string;
}

/** Reads the pages. Returns none if the application was installed without them. */
export function readDocsPages(folder = docsFolder): DocsPage[] {
  return docsParts.flatMap((part) => {
    const directory = join(folder, part);
    if (!existsSync(directory)) return [];
    const names = readdirSync(directory).filter((name) => name.endsWith(".md"));
    return names.toSorted().map((name) => toPage(part, name, readFileSync(join(directory, name), "utf8")));
  });
}

function toPage(part: DocsPart, name: string, markdown: string): DocsPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  const [, afterTitle = ""] = markdown.split(/^# .+\n+/m);
  const paragraph = /^[A-Z`*[][^|]*?(?=\n\n|$)/.exec(afterTitle)?.[0] ?? "";
  const sentence = /^[\s\S]*?[.:](?=\s|$)/.exec(paragraph)?.[0] ?? "";
  const summary = sentence
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/:$/, ".");
  return { part, path: `${part}/${name}`, title, summary, markdown };
}
