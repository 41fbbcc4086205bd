import { errorCodes, getErrorEntry } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { type DocsPage, docsParts, readDocsPages } from "./docs-folder.ts";
import { renderErrorsDocument } from "./error-pages.ts";
import { FixedContent } from "./fixed-content.ts";
import { readOpenApiDocument } from "./openapi-shapes.ts";
import { renderReferenceText } from "./reference-text.ts";

const markdownType = "text/markdown; charset=utf-8";
const plainType = "text/plain; charset=utf-8";

const partTitles = {
  guides: "Guides",
  reference: "Reference",
  operations: "Operations",
  suppliers: "Suppliers",
} as const satisfies Record<(typeof docsParts)[number], string>;

/**
 * Serves the documentation as text for models and command lines: `/llms.txt` lists the pages, `/llms-full.txt` contains the guides, and each
 * page has its Markdown at its address and `.md`. Links between the pages work, because the addresses are the paths in `docs`.
 */
export function registerTextPages(app: App, publicUrl: string): void {
  const pages = readDocsPages();
  const serve = (path: string, type: string, render: () => string): void => {
    const content = new FixedContent(type, render);
    app.get(path, { config: { access: "public" } }, (request, reply) => content.send(request, reply));
  };
  serve("/llms.txt", plainType, () => renderIndex(pages, publicUrl));
  serve("/llms-full.txt", plainType, () => renderFull(pages, publicUrl));
  for (const { path, markdown } of pages) serve(`/docs/${path}`, markdownType, () => markdown);
  serve("/docs.md", markdownType, () =>
    renderReferenceText(readOpenApiDocument(JSON.stringify(app.swagger())), publicUrl),
  );
  serve("/errors.md", markdownType, renderErrorsDocument);
  for (const code of errorCodes) serve(`/errors/${code}.md`, markdownType, () => renderError(code));
}

const intro = `# Wayfare

> Flight search in money and in miles, with ranking, booking, signed webhooks and usage billing: an HTTP API with JSON, keys as bearer
> tokens, and a sandbox with simulated flights for test keys.`;

/** Format: https://llmstxt.org */
function renderIndex(pages: readonly DocsPage[], publicUrl: string): string {
  const parts = docsParts.flatMap((part) => {
    const rows = pages
      .filter((page) => page.part === part)
      .map(
        ({ title, path, summary }) => `- [${title}](${publicUrl}/docs/${path})${summary === "" ? "" : `: ${summary}`}`,
      );
    return rows.length === 0 ? [] : [`## ${partTitles[part]}\n\n${rows.join("\n")}`];
  });
  const api = `## API

- [Operations](${publicUrl}/docs.md): every operation with its parameters.
- [OpenAPI document](${publicUrl}/openapi.json): all schemas, with recorded examples.
- [Errors](${publicUrl}/errors.md): every error code and its remedy.
- Model Context Protocol: ${publicUrl}/mcp, with an API key as bearer token.
- [All guides in one file](${publicUrl}/llms-full.txt)`;
  return `${[intro, api, ...parts].join("\n\n")}\n`;
}

function renderFull(pages: readonly DocsPage[], publicUrl: string): string {
  const guides = pages.filter(({ part }) => part === "guides");
  const texts = guides.map(({ path, markdown }) => `Source: ${publicUrl}/docs/${path}\n\n${markdown.trim()}`);
  return `${[intro, ...texts, renderErrorsDocument().trim()].join("\n\n---\n\n")}\n`;
}

function renderError(code: (typeof errorCodes)[number]): string {
  const { status, title, help } = getErrorEntry(code);
  return `# ${code}\n\nHTTP status ${status}. ${title}.\n\n${help}\n`;
}
