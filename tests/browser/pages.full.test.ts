import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { launchChromium } from "./chromium.ts";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchChromium()]);
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const pages = ["/docs", "/errors/AUTH_IP_BLOCKED"];
const widths = [380, 1280];
const themes = ["light", "dark"] as const;
const cases = pages.flatMap((path) => widths.flatMap((width) => themes.map((theme) => ({ path, width, theme }))));

describe.each(cases)("$path at $width px, $theme", ({ path, width, theme }) => {
  it("opens without errors and requests to other hosts, and fits its width", async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
    const page = await context.newPage();
    const errors: string[] = [];
    const hosts = new Set<string>();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    const response = await page.goto(service.url + path, { waitUntil: "load" });
    expect(response?.status()).toBe(200);
    expect(errors).toEqual([]);
    expect([...hosts]).toEqual([new URL(service.url).host]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow).toBe(0);
    const [background, text] = await page.evaluate<[string, string]>(
      "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]",
    );
    expect(lightness(background) < lightness(text)).toBe(theme === "dark");
    expect(lightness(background) > lightness(text)).toBe(theme === "light");
    await context.close();
  });
});

it("searches the reference, opens the operation in the URL, and keeps the language of samples", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs#createKey`);
  await page.locator("#createKey .curl pre").waitFor();
  await page.locator("#createKey label", { hasText: "Python" }).click();
  await page.locator("#createKey .python pre").waitFor();
  await page.getByRole("searchbox").fill("redeem coupon");
  await page
    .getByRole("status")
    .getByText(/^\d+ match(es)?$/)
    .waitFor();
  expect(await page.locator("#createKey").isVisible()).toBe(false);
  const entry = page.locator("details.entry", { has: page.locator("#redeemCoupon") });
  await entry.locator("summary").first().click();
  await page.locator("#redeemCoupon .python pre").waitFor();
  await page.getByRole("searchbox").fill("no such words");
  await page.getByText("0 matches").waitFor();
  await page.getByRole("link", { name: "Portal" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/docs"));
  await context.close();
});

it("shows the reference in the portal's typeface", async () => {
  const page = await browser.newPage();
  await page.goto(`${service.url}/docs`);
  const loaded = await page.evaluate<boolean>(
    "document.fonts.ready.then(() => [...document.fonts].some((font) => font.family.includes('Instrument Sans') && font.status === 'loaded'))",
  );
  expect(loaded).toBe(true);
  await page.close();
});

/** Returns the lightness of `oklch(lightness chroma hue)`, from 0 to 1. */
function lightness(color: string): number {
  return Number(/^oklch\(([\d.]+)/.exec(color)?.[1]);
}
