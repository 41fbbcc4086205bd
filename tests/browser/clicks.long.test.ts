import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { book } from "./bookings.ts";
import { openPortalWithReceiver, type PortalWithReceiver } from "./portal-with-receiver.ts";

const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

let portal: PortalWithReceiver;

beforeAll(async () => {
  portal = await openPortalWithReceiver();
});

afterAll(() => portal?.close());

/** Counts clicks with the mouse: clicks that Enter causes have no detail. */
const countClicks = `addEventListener("click", (event) => {
  if (event.detail > 0) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1));
}, true)`;

/** Does a job from the overview and returns its number of clicks. Typing is not counted. */
async function clicksOf(job: (page: Page) => Promise<void>): Promise<number> {
  const { page, close } = await portal.visit();
  await page.addInitScript(countClicks);
  await page.goto(portal.service.url);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await job(page);
  const clicks = await page.evaluate<string | null>('sessionStorage.getItem("clicks")');
  await close();
  return Number(clicks);
}

const openArea = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

async function search(page: Page): Promise<void> {
  await openArea(page, "Flight explorer");
  for (const [field, code] of [
    ["From", "JFK"],
    ["To", "LHR"],
  ] as const) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(code);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
  }
  await page.getByLabel("Departure").fill(departure);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
}

test("the first search needs 2 clicks, and booking its first flight 4 more", async () => {
  expect(await clicksOf(search)).toBe(2);
  const clicks = await clicksOf(async (page) => {
    await search(page);
    await page
      .getByRole("button", { name: /^Show details/ })
      .first()
      .click({ force: true });
    await page
      .getByRole("link", { name: /^Book / })
      .first()
      .click();
    await page.getByLabel("Given names").fill("Ada");
    await page.getByLabel("Family name").fill("Lovelace");
    await page.getByLabel("Date of birth").fill("1987-03-09");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Phone").fill("+442079460123");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: /^Book for / }).click();
    await page.getByRole("heading", { name: /^Booking [A-Z0-9]+$/ }).waitFor();
  });
  expect(clicks).toBe(6);
});

test("a key needs 4 clicks, an endpoint 4", async () => {
  const key = await clicksOf(async (page) => {
    await openArea(page, "API keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByLabel("Name").fill("Shop");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "I’ve saved it" }).click();
    await page.getByRole("link", { name: "Shop" }).waitFor();
  });
  const endpoint = await clicksOf(async (page) => {
    await openArea(page, "Webhooks");
    await page.getByRole("button", { name: "Register endpoint" }).first().click();
    await page.getByRole("dialog").getByLabel("URL").fill(portal.receiver.url);
    await page.getByRole("dialog").getByRole("button", { name: "Register endpoint" }).click();
    await page.getByRole("button", { name: "I’ve saved it" }).click();
    await page.getByRole("button", { name: "Send test event" }).waitFor();
  });
  expect({ key, endpoint }).toStrictEqual({ key: 4, endpoint: 4 });
});

test("retrying a delivery needs 3 clicks, a change of plan 3", async () => {
  portal.receiver.status = 500;
  await book(portal.service);
  const retry = await clicksOf(async (page) => {
    await openArea(page, "Deliveries");
    await page.getByRole("link", { name: "booking.confirmed" }).first().click();
    portal.receiver.status = 200;
    await page.getByRole("button", { name: /^Retry/ }).click();
    await page.getByText("Delivered").first().waitFor();
  });
  const plan = await clicksOf(async (page) => {
    await openArea(page, "Billing");
    await page.getByRole("button", { name: "Preview Pro" }).click();
    await page.getByRole("button", { name: "Change to Pro for $49.00" }).click();
    await page.getByText("You are now on Pro").waitFor();
  });
  expect({ retry, plan }).toStrictEqual({ retry: 3, plan: 3 });
});
