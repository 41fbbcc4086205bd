import { type ErrorCode, errorCodes, getErrorEntry, isErrorCode, notFound, warningCatalog } from "@wayfare/contract";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { FixedContent } from "./fixed-content.ts";
import { escapeHtml, markCode, renderPage } from "./page.ts";

const html = "text/html; charset=utf-8";

/** Registers a page for each error code, to which the `type` of a problem links. */
export function registerErrorPages(app: App): void {
  const list = new FixedContent(html, () => renderPage("Errors", renderList()));
  const pages = new Map(errorCodes.map((code) => [code, new FixedContent(html, () => renderErrorPage(code))]));
  app.get("/errors", { config: { access: "public" } }, (request, reply) => list.send(request, reply));
  app.get(
    "/errors/:code",
    { config: { access: "public" }, schema: { params: Type.Object({ code: Type.String() }) } },
    async (request, reply) => {
      const { code } = request.params;
      const page = isErrorCode(code) ? pages.get(code) : undefined;
      if (page === undefined) throw notFound("error code", code);
      return page.send(request, reply);
    },
  );
}

function renderErrorPage(code: ErrorCode): string {
  const entry = getErrorEntry(code);
  const body = `<h1>${code}</h1>
<p class="quiet">HTTP status ${statusText(code)}</p>
<p>${escapeHtml(entry.title)}.</p>
<h2>How to fix it</h2>
<p>${markCode(entry.help)}</p>
<p><a href="/errors">All errors</a></p>`;
  return renderPage(code, body);
}

function renderList(): string {
  const rows = errorCodes.map(
    (code) =>
      `<dt><a href="/errors/${code}"><code>${code}</code></a> ${statusText(code)}</dt><dd>${escapeHtml(getErrorEntry(code).title)}.</dd>`,
  );
  return `<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code> with one of these codes.</p>
<dl class="rows">
${rows.join("\n")}
</dl>`;
}

function statusText(code: (typeof errorCodes)[number]): string {
  const { status, alternativeStatus } = getErrorEntry(code);
  return alternativeStatus === undefined ? String(status) : `${status} or ${alternativeStatus}`;
}

/** Renders docs/reference/errors.md. */
export function renderErrorsDocument(): string {
  const rows = errorCodes.map((code) => {
    const { title, help } = getErrorEntry(code);
    return `| \`${code}\` | ${statusText(code)} | ${title} | ${help.replaceAll("|", "\\|")} |`;
  });
  return `# Errors

Every error is \`application/problem+json\` (RFC 9457) with one of these codes. \`type\` links to a page about the code, and
\`errors\` lists each fault of an invalid request (400 and 422).

| Code | Status | Title | Action |
| --- | --- | --- | --- |
${rows.join("\n")}

## Warnings

A search response can have \`warnings\`: limits of its data, not errors. Clients must accept unknown codes.

| Code | Title | Meaning |
| --- | --- | --- |
${Object.entries(warningCatalog)
  .map(([code, { title, help }]) => `| \`${code}\` | ${title} | ${help.replaceAll("|", "\\|")} |`)
  .join("\n")}
`;
}
