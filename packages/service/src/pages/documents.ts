import type { App } from "../http/app-type.ts";
import { readOpenApiDocument } from "./openapi-shapes.ts";
import { renderReference } from "./reference-page.ts";

/** Serves the OpenAPI document and the reference page. Each is rendered once, at its first request. */
export function registerDocuments(app: App, publicUrl: string): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get("/openapi.json", { config: { access: "public" } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/docs", { config: { access: "public" } }, async (_request, reply) => {
    page ??= renderReference(readOpenApiDocument(JSON.stringify(app.swagger())), publicUrl);
    return reply.type("text/html; charset=utf-8").send(page);
  });
}
