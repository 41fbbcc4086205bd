import type { App } from "../http/app-type.ts";
import { renderReference } from "./reference-page.ts";

/** The OpenAPI document and a page made from it; both are made once, when the routes are complete. */
export function registerDocuments(app: App): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get("/openapi.json", { config: { access: "public" } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/docs", { config: { access: "public" } }, async (_request, reply) => {
    page ??= renderReference(JSON.parse(JSON.stringify(app.swagger())));
    return reply.type("text/html; charset=utf-8").send(page);
  });
}
