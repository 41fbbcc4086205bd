import type { Clock } from "../clock.ts";
import type { App } from "../http/app-type.ts";
import { renderCurl } from "../pages/example-searches.ts";
import { escapeHtml, renderPage } from "../pages/page.ts";

interface WelcomeParts {
  publicUrl: string;
  clock: Clock;
}

export function registerWelcome(app: App, { publicUrl, clock }: WelcomeParts): void {
  app.get("/", { config: { access: "public" } }, async (_request, reply) => {
    const curl = renderCurl(`${publicUrl}/v1/search`, "$WAYFARE_KEY", clock.nowMs());
    const body = `<h1>Flights, for money or for miles</h1>
<p>This is a Wayfare service. It searches flights, answers cash fares and award seats side by side, and ranks them.</p>
<pre tabindex="0"><code>${escapeHtml(curl)}</code></pre>
<p class="quiet">The first start printed a test key, and keeps it in <code>first-run.json</code> in its data folder until the first
sign-in.</p>
<p>The <a href="/docs">API reference</a> says the rest; <a href="/openapi.json">openapi.json</a> says it to machines.</p>`;
    return reply.type("text/html; charset=utf-8").send(renderPage("Welcome", body));
  });
}
