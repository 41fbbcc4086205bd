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

interface View {
  path: string;
  open(page: Page): Promise<void>;
  /** What the browser may complain of here. */
  awaited?: RegExp;
}

/** Every page, and what opens on it, as a path and how to get there from it. */
const views: Readonly<Record<string, View>> = {
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
  "the menu": {
    path: "/keys",
    async open(page) {
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByText("ada@example.com").waitFor();
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
  "a key that is not there": {
    path: "/keys/ak_00000000000000000000000000",
    open: (page) => page.getByRole("alert").waitFor(),
    awaited: /status of 404/,
  },
  "a page that is not there": { path: "/nowhere", open: (page) => page.getByText("There is no page here").waitFor() },
};

test("a style that a script writes, a picture without words, ink for one theme and a wide line do not pass unnoticed", async () => {
  const { page, complaints, expectNoComplaint, expectSound, close } = await visit(browser, { storageState });
  await page.goto(`${service.url}/applications`);
  await page.getByRole("link", { name: "Web shop" }).waitFor();
  await page.evaluate("document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))");
  expect(complaints).toStrictEqual([expect.stringContaining("Content Security Policy")]);
  expect(expectNoComplaint).toThrow();
  await page.evaluate("document.querySelector('main').append(document.createElement('img'))");
  await expect(expectSound("the planted picture")).rejects.toThrow("the planted picture");
  const replacePlanted = (by: string) =>
    page.evaluate(`document.querySelector('main > :last-child').replaceWith(${by})`);
  await replacePlanted(
    "Object.assign(document.createElement('p'), { className: 'text-on-test', textContent: 'dark ink' })",
  );
  await expect(expectSound("ink for one theme")).rejects.toThrow("ink for one theme at 1280 px, dark");
  await replacePlanted("Object.assign(document.createElement('p'), { textContent: 'wide'.repeat(400) })");
  await expect(expectSound("a wide line", [1280, 380])).rejects.toThrow("a wide line at 1280 px is wider");
  await close();
}, 90_000);

describe.each(Object.entries(views))("%s", (name, { path, open, awaited }) => {
  test("has nothing that axe or the browser complains of in either theme, and fits a desk and a phone", async () => {
    const { page, expectNoComplaint, expectSound, close } = await visit(browser, { storageState });
    await page.goto(service.url + path);
    await open(page);
    await expectSound(name, [1280, 380]);
    expectNoComplaint(awaited);
    await close();
  }, 90_000);
});
