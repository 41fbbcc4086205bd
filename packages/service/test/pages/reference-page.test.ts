import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type OpenApiDocument, readOpenApiDocument } from "../../src/pages/openapi-shapes.ts";
import { renderReference } from "../../src/pages/reference-page.ts";

const committed = new URL("../../../../docs/reference/openapi.json", import.meta.url);

describe("API reference of the service", () => {
  const document = readOpenApiDocument(readFileSync(committed, "utf8"));
  const html = renderReference(document, "https://flights.example");
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  test.each(operations)("shows $operationId with all its responses and a sample in each language", (operation) => {
    const start = html.indexOf(`<div id="${operation.operationId}">`);
    const entry = html.slice(start, html.indexOf('<details class="entry">', start));
    for (const status of Object.keys(operation.responses ?? {})) expect(entry).toContain(`<code>${status}</code>`);
    for (const language of ["curl", "typescript", "python"]) expect(entry).toContain(`<div class="${language}">`);
    expect(entry).toContain("https://flights.example/");
    const body = operation.responses?.["201"] ?? operation.responses?.["202"] ?? operation.responses?.["200"];
    if (body?.content?.["application/json"] !== undefined) {
      expect(entry.slice(entry.indexOf("<h3>Responses</h3>"))).toContain("<pre");
    }
  });

  test("fills in every path parameter in samples", () => {
    expect(html).not.toMatch(/https:\/\/flights\.example[^\s"]*\{/);
  });
});

const planted: OpenApiDocument = {
  info: { title: "Planted", description: "Use `a` and <b>.\n\n## Heading" },
  tags: [{ name: "Things" }],
  paths: {
    "/v1/things/{id}": {
      get: {
        operationId: "getThing",
        tags: ["Things"],
        summary: "Get <a> thing",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", examples: ["a/b"] } }],
        responses: {
          "200": {
            description: "`OK`",
            content: { "application/json": { examples: { one: { value: { name: "</code><script>" } } } } },
          },
          "404": { description: "`NOT_FOUND`: Not found." },
        },
      },
    },
  },
  components: { schemas: { Thing: { type: "object", properties: { name: { type: "string" } } } } },
};

test("escapes HTML in descriptions and examples, links error codes, and fills in parameters", () => {
  const html = renderReference(planted, "http://localhost:1");
  expect(html).toContain("Get &lt;a&gt; thing");
  expect(html).toContain("&lt;b&gt;");
  expect(html).toContain("<h2>Heading</h2>");
  expect(html).toContain("&lt;/code&gt;&lt;script&gt;");
  expect(html).toContain('<a href="/errors/NOT_FOUND">');
  expect(html).toContain("http://localhost:1/v1/things/a%2Fb");
});

test("replaces references to components by the components, and keeps references to schemas", () => {
  const document = readOpenApiDocument(
    JSON.stringify({
      paths: { "/": { get: { responses: { "404": { $ref: "#/components/responses/NotFound" } } } } },
      components: {
        schemas: { Thing: { type: "string" } },
        responses: {
          NotFound: { description: "Not found", content: { a: { schema: { $ref: "#/components/schemas/Thing" } } } },
        },
      },
    }),
  );
  expect(document.paths["/"]?.["get"]?.responses?.["404"]).toStrictEqual({
    description: "Not found",
    content: { a: { schema: { $ref: "#/components/schemas/Thing" } } },
  });
});
