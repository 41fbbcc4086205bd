import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { launchChromium } from "./chromium.ts";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchChromium()]);
}, 90_000);

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const pages = ["/docs", "/errors/AUTH_IP_BLOCKED"];
const widths = [380, 1280];
const themes = ["light", "dark"] as const;
const cases = pages.flatMap((path) => widths.flatMap((width) => themes.map((theme) => ({ path, width, theme }))));

describe.each(cases)("$path at $width px, $theme", ({ path, width, theme }) => {
  it("opens without an error, asks no other host, and fits its width", async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
    const page = await context.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    const answer = await page.goto(service.url + path, { waitUntil: "load" });
    expect(answer?.status()).toBe(200);
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(service.url).host]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow).toBe(0);
    const [background, text] = await page.evaluate<[string, string]>(
      "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]",
    );
    expect(luminance(background) < luminance(text)).toBe(theme === "dark");
    await context.close();
  });
});

/** Of `rgb(r, g, b)`, roughly: enough to tell dark from light. A transparent background is the canvas, white. */
function luminance(color: string): number {
  const [red = 255, green = 255, blue = 255, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return alpha === 0 ? 255 : 0.3 * red + 0.6 * green + 0.1 * blue;
}
