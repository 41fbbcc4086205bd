/**
 * Measures portal pages in a browser with an empty cache: the Largest Contentful Paint, and the time until sign-in, the overview and all
 * flights of a search appear on a slow network: `npm run bench:portal`; needs only npm.
 */
import type { Browser, Locator, Page } from "playwright-core";
import { launchChromium } from "../tests/browser/chromium.ts";
import { beginSession, openSignedIn } from "../tests/browser/session-cookie.ts";
import { startService } from "../tests/running-service.ts";
import { describeMachine, percentile } from "./machine.ts";

const rounds = 7;
const pages = ["/", "/flights", "/keys", "/webhooks", "/deliveries", "/usage", "/billing", "/settings"];

/** Chrome's preset "Slow 3G" of 2018 and later. Throughput in bytes per second. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
/** Pages on the slow network, each with an element that appears with its data. */
const slowPages: readonly [path: string, isReady: (page: Page) => Locator][] = [
  ["/sign-in", (page) => page.getByRole("button", { name: "Sign in" })],
  ["/", (page) => page.getByRole("heading", { name: "Current period" })],
  [`/flights?from=NYC&to=LIS&depart=${departureDate}`, (page) => page.getByRole("heading", { name: /^\d+ flights, / })],
];

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

async function measureSlow(
  browser: Browser,
  url: string,
  session: string,
  [path, isReady]: (typeof slowPages)[number],
): Promise<number> {
  const page = await (path === "/sign-in"
    ? browser.newPage()
    : openSignedIn(browser, url, session, { viewport: { width: 1280, height: 800 } }));
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", slowNetwork);
  const startMs = performance.now();
  await page.goto(url + path, { waitUntil: "commit" });
  await isReady(page).first().waitFor();
  const elapsedMs = performance.now() - startMs;
  await page.context().close();
  return elapsedMs;
}

const [service, browser] = await Promise.all([startService(), launchChromium()]);
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
  print("\n| page on 400 kbit/s with 400 ms latency | data shown, median s | max s |\n| --- | --- | --- |");
  for (const slow of slowPages) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await measureSlow(browser, service.url, session, slow));
    const [median, slowest] = [percentile(times, 0.5), Math.max(...times)].map((ms) => (ms / 1000).toFixed(1));
    print(`| ${slow[0].split("?")[0]} | ${median} | ${slowest} |`);
  }
} finally {
  await browser.close();
  await service.stop();
}
