import { isErrorCode } from "@wayfare/contract";
import { exampleOf, nameOf, type OpenApiDocument, type Operation, type Schema } from "./openapi-shapes.ts";
import { escapeHtml, markCode, renderPage } from "./page.ts";

/** The API reference as one page without scripts. */
export function renderReference(document: OpenApiDocument): string {
  const groups = (document.tags ?? []).map((tag) => {
    const operations = listOperations(document)
      .filter(({ operation }) => operation.tags?.includes(tag.name))
      .map((entry) => renderOperation(entry, document));
    return `<h2>${escapeHtml(tag.name)}</h2>\n<p>${markCode(tag.description ?? "")}</p>\n${operations.join("\n")}`;
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => renderNamedSchema(name, schema));
  return renderPage(
    "API reference",
    `<h1>API reference</h1>
<p>${markCode(document.info.description ?? "")} Requests and answers are JSON. Every request to <code>/v1</code> carries
<code>Authorization: Bearer &lt;API key&gt;</code>. Whatever goes wrong is a <a href="#Problem">Problem</a> with one of the
<a href="/errors">error codes</a>. The same for machines: <a href="/openapi.json">openapi.json</a>.</p>
${groups.join("\n")}
<h2 id="schemas">Schemas</h2>
${schemas.join("\n")}`,
  );
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

function listOperations(document: OpenApiDocument): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function renderOperation({ method, path, operation }: Entry, document: OpenApiDocument): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const parameters = operation.parameters ?? [];
  const parts = [
    ...(operation.description ?? "").split("\n\n").map((paragraph) => `<p>${markCode(paragraph)}</p>`),
    parameters.length > 0 ? `<h3>Parameters</h3><dl class="rows">${parameters.map(renderParameter).join("")}</dl>` : "",
    body ? `<h3>Body</h3><p>${renderType(body)}, such as</p>${renderExample(body, document)}` : "",
    `<h3>Answers</h3><dl class="rows">${Object.entries(operation.responses).map(renderResponse).join("")}</dl>`,
    renderAnswerExample(operation, document),
  ];
  const summary = `<span class="verb">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? "")}`;
  return renderDetails(operation.operationId ?? path, summary, parts.join("\n"));
}

/** Something folded. The id stands inside, so that a link to it unfolds it. */
function renderDetails(id: string, summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n<div id="${escapeHtml(id)}">${content}</div></details>`;
}

function renderAnswerExample({ responses }: Operation, document: OpenApiDocument): string {
  const schema = responses["200"]?.content?.["application/json"]?.schema;
  return schema ? `<h3>An answer</h3>${renderExample(schema, document)}` : "";
}

function renderExample(schema: Schema, document: OpenApiDocument): string {
  const text = JSON.stringify(exampleOf(schema, document), null, 2);
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
}

function renderParameter(parameter: NonNullable<Operation["parameters"]>[number]): string {
  const { name, schema, description } = parameter;
  return renderRow(
    name,
    { ...schema, description: description ?? schema.description ?? "" },
    parameter.required === true,
  );
}

function renderResponse([status, response]: [string, Operation["responses"][string]]): string {
  const schema = Object.values(response.content ?? {})[0]?.schema;
  const type = schema ? ` ${renderType(schema)}` : "";
  return `<dt><code>${escapeHtml(status)}</code>${type}</dt><dd>${linkErrors(markCode(response.description ?? ""))}</dd>`;
}

function linkErrors(html: string): string {
  return html.replace(/<code>([A-Z_]+)<\/code>/g, (code, name: string) =>
    isErrorCode(name) ? `<a href="/errors/${name}">${code}</a>` : code,
  );
}

function renderNamedSchema(name: string, schema: Schema): string {
  const summary = `<code>${escapeHtml(name)}</code> ${markCode(schema.description ?? "")}`;
  return renderDetails(name, summary, renderMembers(schema));
}

function renderMembers(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    renderRow(name, member, schema.required?.includes(name) === true),
  );
  return `<dl class="rows">${rows.join("\n")}</dl>`;
}

function renderRow(name: string, schema: Schema, required: boolean): string {
  const nested = schema.properties ? schema : schema.items?.properties ? schema.items : undefined;
  const notes = [
    markCode(schema.description ?? ""),
    schema.enum
      ? `One of ${schema.enum
          .slice(0, 60)
          .map((value) => `<code>${escapeHtml(String(value))}</code>`)
          .join(", ")}.`
      : "",
    schema.minimum === undefined ? "" : `At least ${schema.minimum}.`,
    schema.maximum === undefined ? "" : `At most ${schema.maximum}.`,
    schema.default === undefined ? "" : `Default <code>${escapeHtml(JSON.stringify(schema.default))}</code>.`,
    schema.examples?.length ? `Example <code>${escapeHtml(JSON.stringify(schema.examples[0]))}</code>.` : "",
  ].filter((note) => note !== "");
  const head = `<dt><code>${escapeHtml(name)}</code> ${renderType(schema)}${required ? "" : ", may be absent"}</dt>`;
  return `${head}<dd>${notes.join(" ")}${nested ? renderMembers(nested) : ""}</dd>`;
}

function renderType(schema: Schema): string {
  if (schema.$ref) {
    const name = escapeHtml(nameOf(schema.$ref));
    return `<a href="#${name}">${name}</a>`;
  }
  if (schema.anyOf) return schema.anyOf.map(renderType).join(" or ");
  if (schema.items) return `array of ${renderType(schema.items)}`;
  return escapeHtml([schema.type ?? "any"].flat().join(" or "));
}
