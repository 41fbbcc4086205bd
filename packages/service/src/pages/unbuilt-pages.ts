import type { Clock } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { renderCurl } from "./example-searches.ts";
import { escapeHtml, renderPage } from "./page.ts";

interface UnbuiltParts {
  publicUrl: string;
  clock: Clock;
}

const howToBuild = `<p>The pages of the portal are not built. <code>npm run build</code> builds them; the service serves them from its next start
on.</p>`;

/** What stands in the place of the portal until it is built: the API works without it. */
export function registerUnbuiltPages(app: App, { publicUrl, clock }: UnbuiltParts): void {
  const send = (path: string, title: string, render: () => string): void => {
    app.get(path, { config: { access: "public" } }, async (_request, reply) => {
      const page = reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
      return page.send(renderPage(title, render()));
    });
  };
  send("/", "Welcome", () => {
    const curl = renderCurl(`${publicUrl}/v1/search`, "$WAYFARE_KEY", clock.nowMs());
    return `<h1>Flights, for money or for miles</h1>
<p>This is a Wayfare service. It searches flights, answers cash fares and award seats side by side, and ranks them.</p>
<pre tabindex="0"><code>${escapeHtml(curl)}</code></pre>
<p class="quiet">The first start printed a test key, and keeps it in <code>first-run.json</code> in its data folder until the first
sign-in.</p>
<p>The <a href="/docs">API reference</a> says the rest; <a href="/openapi.json">openapi.json</a> says it to machines.</p>
${howToBuild}`;
  });
  send("/sign-in", "Sign in", () => {
    return `<h1>Sign in</h1>
${howToBuild}
<p>A one-time link stays good meanwhile: opening it here has not used it up.</p>`;
  });
}
