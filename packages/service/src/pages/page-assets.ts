import { readFileSync } from "node:fs";
import type { App } from "../http/app-type.ts";
import type { BuiltPages } from "./built-pages.ts";
import { renderPageStyle } from "./page-style.ts";

const keepFor = "public, max-age=300";

/** Serves the stylesheet and the script of server-rendered pages. */
export function registerPageAssets(app: App, pages: BuiltPages | undefined): void {
  const style = renderPageStyle(pages?.files ?? []);
  const script = readFileSync(new URL("assets/page.js", import.meta.url), "utf8");
  app.get("/assets/page.css", { config: { access: "public" } }, async (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", keepFor).send(style),
  );
  app.get("/assets/page.js", { config: { access: "public" } }, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", keepFor).send(script),
  );
}
