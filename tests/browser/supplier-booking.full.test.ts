import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { makeLink } from "../../packages/service/test/browser-session.ts";
import { deliver, saveSecret } from "../../packages/service/test/duffel-events.ts";
import { startLiveApp } from "../../packages/service/test/live-app.ts";
import { launchChromium } from "./chromium.ts";
import { signInByLink } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";

const pagesDirectory = fileURLToPath(new URL("../../packages/portal/dist", import.meta.url));
const widths = [380, 1280];
/** A response of a proxy, which says nothing about the order. */
const lost = { kind: "answer", answer: { status: 502, body: "<html></html>" } } as const;

/** A portal whose account books at a double of Duffel. A request waits 100 ms for an order. */
async function open() {
  const orders = { waitMs: 100, reconcileEveryMs: 20 };
  const live = await startLiveApp("pglite", ["duffel"], { orders, pagesDirectory });
  live.duffel.orders.nowMs = () => live.app.clock.nowMs();
  const { url } = live.app;
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const storageState = await signInByLink(browser, { url, signInUrl: `${url}/sign-in#${await makeLink(live)}` });
  const opened = await visit(browser, { storageState });
  onTestFinished(() => opened.close());
  await opened.page.goto(url);
  await opened.page.getByRole("radio", { name: "Live" }).check({ force: true });
  return { ...live, ...opened };
}

/** Searches, opens the first offer and books it for one traveler. */
async function bookFirst(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/flights?from=JFK&to=LHR&depart=2027-02-10`);
  await page
    .getByRole("button", { name: /^Show details of / })
    .first()
    .click();
  await page.getByRole("link", { name: "Book Basic" }).click();
  for (const [label, text] of [
    ["Given names", "Ada"],
    ["Family name", "Lovelace"],
    ["Date of birth", "1987-03-09"],
    ["Email", "ada@example.com"],
    ["Phone", "+442079460123"],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByLabel("Title").selectOption("ms");
  await page.getByLabel("Gender").selectOption("female");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Book for $512.40" }).click();
  await page.getByText("Waiting for the supplier").waitFor();
}

test("shows a booking as pending until the supplier has its order, then its reference, and cancels it with the supplier's quote", async () => {
  const { app, duffel, page, expectAccessible, expectNoErrors } = await open();
  duffel.orders.faults.push({ isCreated: true, misbehavior: lost });
  await bookFirst(page, app.url);
  await expectAccessible("a pending booking", widths);
  expect(await page.getByRole("button", { name: "Cancel booking" }).count()).toBe(0);
  app.clock.advance(60_000);
  await page.getByText("RZ0001").waitFor();
  await page.getByText("Confirmed").first().waitFor();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await page.getByRole("dialog").getByText("$256.20").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel booking" }).click();
  await page.getByText("Cancelled").first().waitFor();
  expect(duffel.orders.requested).toBe(1);
  expectNoErrors();
});

test("shows why a booking failed at the supplier, and that nothing was charged", async () => {
  const opened = await open();
  const { app, duffel, page, expectAccessible, expectNoErrors } = opened;
  const path = await saveSecret(opened);
  duffel.orders.acceptances.push({ delayMs: 3_600_000, outcome: "failed" });
  await bookFirst(page, app.url);
  app.clock.advance(3_600_000);
  await deliver(opened, path);
  await page.getByText("This booking failed").waitFor();
  await page.getByText("The supplier has created no order. Nothing was charged.").waitFor();
  await expectAccessible("a failed booking", widths);
  expect(duffel.orders.orders).toEqual([]);
  expectNoErrors();
});
