import { readFileSync } from "node:fs";
import { resourceUrl } from "@wayfare/resources";
import type { App } from "../http/app-type.ts";
import type { BuiltPages } from "./built-pages.ts";
import { FixedContent } from "./fixed-content.ts";
import { renderPageStyle } from "./page-style.ts";

const keepFor = "public, max-age=300";

/** Serves the stylesheet and the script of server-rendered pages. */
export function registerPageAssets(app: App, pages: BuiltPages | undefined): void {
  const script = readFileSync(resourceUrl("service/assets/page.js"), "utf8");
  const assets = {
    "/assets/page.css": new FixedContent("text/css; charset=utf-8", () => renderPageStyle(pages?.files ?? [])),
    "/assets/page.js": new FixedContent("text/javascript; charset=utf-8", () => script),
  };
  for (const [path, asset] of Object.entries(assets)) {
    app.get(path, { config: { access: "public" } }, (request, reply) =>
      asset.send(request, reply.header("cache-control", keepFor)),
    );
  }
}
