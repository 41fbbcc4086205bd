/** Measures the Largest Contentful Paint of a portal page in a browser with an empty cache: `npm run bench:portal`; needs only npm. */
import type { Browser } from "playwright-core";
import { launchChromium } from "../tests/browser/chromium.ts";
import { beginSession, openSignedIn } from "../tests/browser/session-cookie.ts";
import { startService } from "../tests/running-service.ts";
import { describeMachine, percentile } from "./machine.ts";

const rounds = 7;
const pages = ["/", "/flights", "/keys", "/webhooks", "/deliveries", "/usage", "/billing", "/settings"];

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measurePaint(browser: Browser, url: string, session: string, path: string): Promise<number> {
  const page = await openSignedIn(browser, url, session, { viewport: { width: 1280, height: 800 } });
  await page.goto(url + path);
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => {});
  const paintedMs = await page.evaluate<number>(
    `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: "largest-contentful-paint", buffered: true }))`,
  );
  await page.context().close();
  return paintedMs;
}

const [service, browser] = await Promise.all([startService({}, { reusesWorld: true }), launchChromium()]);
try {
  const session = await beginSession(service);
  const measured = new Map<string, number[]>(pages.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [path, paints] of measured) paints.push(await measurePaint(browser, service.url, session, path));
  }
  print(`${describeMachine()}; ${rounds} interleaved rounds, each in a new browser context\n`);
  print("| page | largest contentful paint, median ms | max ms |\n| --- | --- | --- |");
  for (const [path, paints] of measured)
    print(`| ${path} | ${percentile(paints, 0.5).toFixed(0)} | ${Math.max(...paints).toFixed(0)} |`);
} finally {
  await browser.close();
  await service.stop();
}
