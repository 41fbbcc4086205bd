import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { launchChromium } from "./chromium.ts";
import { type SignedIn, signInByLink } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";

const dayMs = 86_400_000;
const departure = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);

let service: RunningService;
let browser: Browser;
let storageState: SignedIn;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService({}, { reusesWorld: true }), launchChromium()]);
  storageState = await signInByLink(browser, service);
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  await fetch(`${service.url}/v1/applications`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Web shop" }),
  });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Every page, and what opens on it, as a path and how to get there from it. */
const views: Readonly<Record<string, { path: string; open(page: Page): Promise<void> }>> = {
  "the overview": { path: "/", open: (page) => page.getByRole("heading", { name: "Latest requests" }).waitFor() },
  "the keys": { path: "/keys", open: (page) => page.getByRole("link", { name: "First key" }).waitFor() },
  "a new key": { path: "/keys", open: (page) => page.getByRole("button", { name: "Create key" }).click() },
  "a key": {
    path: "/keys",
    async open(page) {
      await page.getByRole("link", { name: "First key" }).click();
      await page.getByText("Nothing that counts yet").waitFor();
    },
  },
  "the applications": { path: "/applications", open: (page) => page.getByRole("link", { name: "Web shop" }).waitFor() },
  "an application": {
    path: "/applications",
    async open(page) {
      await page.getByRole("link", { name: "Web shop" }).click();
      await page.getByRole("button", { name: "Edit" }).waitFor();
    },
  },
  "the explorer": { path: "/flights", open: (page) => page.getByText("start from an example").waitFor() },
  "a place being typed": {
    path: "/flights",
    async open(page) {
      await page.getByRole("combobox", { name: "From" }).fill("lond");
      await page.getByRole("option").first().waitFor();
    },
  },
  "flights with one open": {
    path: `/flights?from=JFK&to=LIS&depart=${departure}`,
    async open(page) {
      await page
        .getByRole("button", { name: /^Show details/ })
        .first()
        .click({ force: true });
      await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
    },
  },
  "signing in": {
    path: "/sign-in",
    open: (page) => page.getByLabel("Password").waitFor(),
  },
  "a page that is not there": { path: "/nowhere", open: (page) => page.getByText("There is no page here").waitFor() },
};

test("a style that a script writes, and a picture without words, do not pass unnoticed", async () => {
  const { page, complaints, expectNoComplaint, expectSound, close } = await visit(browser, { storageState });
  await page.goto(`${service.url}/applications`);
  await page.getByRole("link", { name: "Web shop" }).waitFor();
  await page.evaluate("document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))");
  expect(complaints).toStrictEqual([expect.stringContaining("Content Security Policy")]);
  expect(expectNoComplaint).toThrow();
  await page.evaluate("document.querySelector('main').append(document.createElement('img'))");
  await expect(expectSound("the planted picture")).rejects.toThrow("the planted picture");
  await close();
}, 90_000);

const cases = Object.entries(views).flatMap(([name, view]) => [380, 1280].map((width) => ({ name, width, ...view })));

describe.each(cases)("$name at $width px", ({ name, width, path, open }) => {
  test("has in neither theme what axe or the browser complains of, and fits its window", async () => {
    const viewport = { width, height: 800 };
    const { page, expectNoComplaint, expectSoundInBothThemes, close } = await visit(browser, {
      storageState,
      viewport,
    });
    await page.goto(service.url + path);
    await open(page);
    await expectSoundInBothThemes(name);
    expectNoComplaint();
    await close();
  }, 90_000);
});
