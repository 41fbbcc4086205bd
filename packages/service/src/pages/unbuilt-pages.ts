import type { Clock } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { renderCurl } from "./example-searches.ts";
import { escapeHtml, renderPage } from "./page.ts";

interface PlaceholderDeps {
  publicUrl: string;
  clock: Clock;
}

const howToBuild = `<p>The portal is not built. Run <code>npm run build:portal</code> and restart the service.</p>`;

/** Registers placeholder pages for a portal that is not built. The API works without it. */
export function registerUnbuiltPages(app: App, { publicUrl, clock }: PlaceholderDeps): void {
  const send = (path: string, title: string, render: () => string): void => {
    app.get(path, { config: { access: "public" } }, async (_request, reply) => {
      const page = reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
      return page.send(renderPage(title, render()));
    });
  };
  send("/", "Welcome", () => {
    const curl = renderCurl(`${publicUrl}/v1/search`, "$WAYFARE_KEY", clock.nowMs());
    return `<h1>Wayfare flight search API</h1>
<p>This service searches flights, returns cash fares and award availability in one response, and ranks them.</p>
<pre tabindex="0"><code>${escapeHtml(curl)}</code></pre>
<p class="quiet">The first start printed a test key. It is stored in <code>first-run.json</code> in the data directory until the first
sign-in.</p>
<p>See the <a href="/docs">API reference</a> and the <a href="/openapi.json">OpenAPI document</a>.</p>
${howToBuild}`;
  });
  send("/sign-in", "Sign in", () => {
    return `<h1>Sign in</h1>
${howToBuild}
<p>Your one-time sign-in link is still valid. Opening it here did not use it.</p>`;
  });
}
