import { isErrorCode } from "@wayfare/contract";
import { Marked } from "marked";
import {
  exampleOf,
  exampleOfContent,
  type MediaType,
  nameOf,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from "./openapi-shapes.ts";
import { escapeHtml, markCode, renderIndexedPage } from "./page.ts";
import { type SampleRequest, sampleLanguages } from "./samples.ts";

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** A heading with its entries. */
interface Group {
  title: string;
  description: string;
  entries: Entry[];
}

/** Descriptions are Markdown; HTML in them is text. */
const markdown = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/**
 * Renders the API reference as one page. It works without scripts; a script adds search, copy buttons and a language choice for all
 * samples.
 *
 * @param baseUrl absolute URL of the service, for the samples
 */
export function renderReference(document: OpenApiDocument, baseUrl: string): string {
  const groups = groupOperations(document);
  const schemas = Object.entries(document.components.schemas);
  const index = [
    `<div hidden><input type="search" placeholder="Search the reference" aria-label="Search the reference"><p id="matches" class="quiet" role="status"></p></div>`,
    `<details open id="contents"><summary>Contents</summary>`,
    ...groups.map(
      ({ title, entries }) =>
        `<div data-group><p class="group">${escapeHtml(title)}</p><ul>${entries.map(renderLink).join("")}</ul></div>`,
    ),
    `<p class="group"><a href="#schemas">Schemas</a></p></details>`,
  ];
  const body = [
    `<h1>API reference</h1>`,
    renderMarkdown(document.info.description ?? ""),
    `<p>OpenAPI 3.1 document: <a href="/openapi.json">openapi.json</a>. Error codes: <a href="/errors">errors</a>.</p>`,
    ...groups.map(
      ({ title, description, entries }) =>
        `<section data-group><h2>${escapeHtml(title)}</h2>\n${renderMarkdown(description)}\n${entries.map((entry) => renderOperation(entry, document, baseUrl)).join("\n")}</section>`,
    ),
    `<section data-group><h2 id="schemas">Schemas</h2>`,
    ...schemas.map(([name, schema]) => renderNamedSchema(name, schema)),
    `</section>`,
  ];
  return renderIndexedPage("API reference", { index: index.join("\n"), body: body.join("\n") });
}

function groupOperations(document: OpenApiDocument): Group[] {
  const operations = listEntries(document.paths);
  const groups = (document.tags ?? []).map(({ name, description = "" }) => ({
    title: name,
    description,
    entries: operations.filter(({ operation }) => operation.tags?.includes(name)),
  }));
  const events = listEntries(document.webhooks ?? {});
  if (events.length > 0) {
    groups.push({ title: "Events", description: "Events that are sent to your webhook endpoints.", entries: events });
  }
  return groups.filter(({ entries }) => entries.length > 0);
}

function listEntries(paths: OpenApiDocument["paths"]): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function isEvent({ path }: Entry): boolean {
  return !path.startsWith("/");
}

function idOf({ path, operation }: Entry): string {
  return operation.operationId ?? path;
}

function renderLink(entry: Entry): string {
  const text = isEvent(entry) ? entry.path : (entry.operation.summary ?? entry.path);
  return `<li><a href="#${escapeHtml(idOf(entry))}">${escapeHtml(text)}</a></li>`;
}

function renderOperation(entry: Entry, document: OpenApiDocument, baseUrl: string): string {
  const { method, path, operation } = entry;
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody;
  const content = firstContent(body?.content);
  const responses = Object.entries(operation.responses ?? {});
  const parts = [
    operation.deprecated === true ? "<p><strong>Deprecated.</strong></p>" : "",
    renderMarkdown(operation.description ?? ""),
    parameters.length > 0 ? `<h3>Parameters</h3><dl class="rows">${parameters.map(renderParameter).join("")}</dl>` : "",
    content && renderBody(content, { document, required: body?.required === true }),
    isEvent(entry) && content ? renderExample(content, document) : "",
    isEvent(entry) ? "" : renderSamples(entry, { document, baseUrl, body: content }),
    `<h3>Responses</h3><dl class="rows">${responses.map(([status, response]) => renderResponse(status, response, document)).join("")}</dl>`,
  ];
  const verb = isEvent(entry) ? "" : `<span class="verb">${escapeHtml(method)}</span> `;
  const summary = `${verb}<code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? "")}`;
  return renderDetails({
    id: idOf(entry),
    summary,
    content: parts.filter(Boolean).join("\n"),
  });
}

/** Renders the type of a body and its collapsed members. */
function renderBody({ schema = {} }: MediaType, parts: { document: OpenApiDocument; required: boolean }): string {
  const { properties } = resolve(schema, parts.document);
  const members =
    properties === undefined
      ? ""
      : `<details><summary>Members</summary>${renderMembers(resolve(schema, parts.document))}</details>`;
  return `<h3>Body</h3><p>${renderType(schema)}${parts.required ? "" : ", optional"}</p>${members}`;
}

/** Renders a collapsed entry. Its id is inside, so that a link to it opens it. */
function renderDetails(entry: { id: string; summary: string; content: string }): string {
  const { id, summary, content } = entry;
  return `<details class="entry"><summary>${summary}</summary>\n<div id="${escapeHtml(id)}">${content}</div></details>`;
}

interface SampleContext {
  document: OpenApiDocument;
  baseUrl: string;
  body: MediaType | undefined;
}

function renderSamples(entry: Entry, { document, baseUrl, body }: SampleContext): string {
  const { operation } = entry;
  const request: SampleRequest = {
    method: entry.method,
    url: baseUrl + fillPath(entry, document),
    needsKey: (operation.security ?? []).length > 0,
    ...(body === undefined ? {} : { body: exampleOfContent(body, document) }),
  };
  const id = idOf(entry);
  const choices = sampleLanguages.map(
    ({ name, title }, n) =>
      `<input type="radio" class="${name}" name="samples-${id}" id="${name}-${id}" value="${name}"${n === 0 ? " checked" : ""}><label for="${name}-${id}">${title}</label>`,
  );
  const samples = sampleLanguages.map(
    ({ name, render }) => `<div class="${name}">${renderCode(render(request))}</div>`,
  );
  return `<div class="samples" role="group" aria-label="Sample request">${choices.join("")}${samples.join("")}</div>`;
}

/** Replaces path parameters with example values, and appends the required query parameters. */
function fillPath({ path, operation }: Entry, document: OpenApiDocument): string {
  const parameters = operation.parameters ?? [];
  const exampleOfParameter = ({ schema }: Parameter): string =>
    encodeURIComponent(JSON.stringify(exampleOf(schema, document)).replaceAll('"', ""));
  const filled = path.replaceAll(/\{(\w+)\}/g, (part, name: string) => {
    const parameter = parameters.find((each) => each.in === "path" && each.name === name);
    return parameter === undefined ? part : exampleOfParameter(parameter);
  });
  const query = parameters
    .filter((each) => each.in === "query" && each.required === true)
    .map((each) => `${each.name}=${exampleOfParameter(each)}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

function firstContent(content: Record<string, MediaType> | undefined): MediaType | undefined {
  return Object.values(content ?? {})[0];
}

function renderExample(content: MediaType, document: OpenApiDocument): string {
  const example = exampleOfContent(content, document);
  return example === undefined ? "" : renderCode(JSON.stringify(example, null, 2));
}

function renderCode(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
}

function renderParameter({ name, schema, description, required }: Parameter): string {
  return renderRow(name, { ...schema, description: description ?? schema.description ?? "" }, required === true);
}

/** Renders a response: a successful one with its example, an error with its codes. */
function renderResponse(status: string, { description = "", content }: Response, document: OpenApiDocument): string {
  const body = firstContent(content);
  const type = body?.schema ? ` ${renderType(body.schema)}` : "";
  const succeeded = status.startsWith("2");
  const example =
    succeeded && content?.["application/json"] ? renderExample(content["application/json"], document) : "";
  return `<dt><code>${escapeHtml(status)}</code>${type}</dt><dd>${linkErrors(markCode(description))}${example}</dd>`;
}

function linkErrors(html: string): string {
  return html.replace(/<code>([A-Z_]+)<\/code>/g, (code, name: string) =>
    isErrorCode(name) ? `<a href="/errors/${name}">${code}</a>` : code,
  );
}

function renderMarkdown(text: string): string {
  return text === "" ? "" : linkErrors(markdown.parse(text, { async: false }));
}

function renderNamedSchema(name: string, schema: Schema): string {
  return renderDetails({
    id: name,
    summary: `<code>${escapeHtml(name)}</code> ${markCode(schema.description ?? "")}`,
    content: schema.properties ? renderMembers(schema) : `<p>${renderType(schema)} ${renderNotes(schema)}</p>`,
  });
}

function renderMembers(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    renderRow(name, member, schema.required?.includes(name) === true),
  );
  return `<dl class="rows">${rows.join("\n")}</dl>`;
}

function renderRow(name: string, schema: Schema, required: boolean): string {
  const nested = schema.properties ? schema : schema.items?.properties ? schema.items : undefined;
  const head = `<dt><code>${escapeHtml(name)}</code> ${renderType(schema)}${required ? "" : ", optional"}</dt>`;
  return `${head}<dd>${markCode(schema.description ?? "")} ${renderNotes(schema)}${nested ? renderMembers(nested) : ""}</dd>`;
}

/** Renders the allowed values, bounds, default and an example. */
function renderNotes(schema: Schema): string {
  const code = (value: unknown): string =>
    `<code>${escapeHtml(typeof value === "string" ? value : JSON.stringify(value))}</code>`;
  return [
    schema.enum ? `One of ${schema.enum.map(code).join(", ")}.` : "",
    schema.minimum === undefined ? "" : `At least ${schema.minimum}.`,
    schema.maximum === undefined ? "" : `At most ${schema.maximum}.`,
    schema.default === undefined ? "" : `Default: ${code(schema.default)}.`,
    schema.examples?.length ? `Example: ${code(schema.examples[0])}.` : "",
  ]
    .filter((note) => note !== "")
    .join(" ");
}

function renderType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(nameOf(schema.$ref));
    return `<a href="#${name}">${name}</a>`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives) return alternatives.map(renderType).join(" or ");
  if (schema.items) return `array of ${renderType(schema.items)}`;
  return escapeHtml([schema.type ?? "any"].flat().join(" or "));
}
