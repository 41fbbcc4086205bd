import type { App } from "../http/app-type.ts";
import { FixedContent } from "./fixed-content.ts";
import { readOpenApiDocument } from "./openapi-shapes.ts";
import { renderReference } from "./reference-page.ts";

/** Serves the OpenAPI document and the reference page. */
export function registerDocuments(app: App, publicUrl: string): void {
  const document = new FixedContent("application/json; charset=utf-8", () => JSON.stringify(app.swagger()));
  const page = new FixedContent("text/html; charset=utf-8", () =>
    renderReference(readOpenApiDocument(JSON.stringify(app.swagger())), publicUrl),
  );
  app.get("/openapi.json", { config: { access: "public" } }, (request, reply) => document.send(request, reply));
  app.get("/docs", { config: { access: "public" } }, (request, reply) => page.send(request, reply));
}
