import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOfFocused } from "./keyboard.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const month = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 7);
const widths = [320, 380, 1280];

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

test("shows the lowest price of each day, moves by arrow keys, and opens the search of a day", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(portal.service.url);
  await page.getByRole("link", { name: "Fare calendar" }).click();
  await page.getByRole("combobox", { name: "From" }).fill("JFK");
  await page.getByRole("combobox", { name: "To", exact: true }).fill("LIS");
  await page.getByLabel("Month").fill(month);
  await page.getByLabel("Trip").selectOption({ label: "5 to 7 nights" });
  await page.getByRole("button", { name: "Show prices" }).click();
  await page.getByText("days with a price").waitFor();
  await expectAccessible("the fare calendar", widths);
  const grid = page.getByRole("table", { name: "Lowest price of each day" });
  expect(await grid.getByText("Lowest").count()).toBeGreaterThan(0);
  await grid.getByRole("link").first().focus();
  const first = await nameOfFocused(page);
  await page.keyboard.press("ArrowDown");
  const second = await nameOfFocused(page);
  await page.keyboard.press("ArrowUp");
  expect(second).not.toBe(first);
  expect(await nameOfFocused(page)).toBe(first);
  const [, amount = "no price"] = /(\$[\d,.]+)/.exec((await grid.getByRole("link").first().textContent()) ?? "") ?? [];
  await page.keyboard.press("Enter");
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  await page.getByText(amount).first().waitFor();
  await page.goBack();
  await page.getByText("days with a price").waitFor();
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByText("days with a price").waitFor();
  expect(page.url()).not.toContain(`month=${month}`);
  expectNoErrors();
  await close();
});

test("shows miles, and the faults of the form next to its fields", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${portal.service.url}/calendar`);
  await page.getByRole("button", { name: "Show prices" }).click();
  await page.getByText("Select an origin.").waitFor();
  await page.getByText("Select a destination.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.goto(`${portal.service.url}/calendar?from=JFK&to=LHR&month=${month}&pay=award`);
  await page.getByText("days with a price").waitFor();
  await page
    .getByText(/[\d,]+ mi/)
    .first()
    .waitFor();
  expectNoErrors();
  await close();
});

test("shows a grid of departures and returns, reached by Tab at the lowest price, and opens the search of a cell", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${portal.service.url}/calendar?from=JFK&to=LIS&month=${month}&trip=grid`);
  const grid = page.getByRole("table", { name: "Lowest price of each departure and return" });
  await grid.waitFor();
  await expectAccessible("the grid of dates", widths);
  expect(await grid.locator("a[tabindex='0']").count()).toBe(1);
  await grid.locator("a[tabindex='0']").focus();
  const lowest = await nameOfFocused(page);
  await page.keyboard.press("ArrowDown");
  const below = await nameOfFocused(page);
  expect(below).not.toBe(lowest);
  await page.keyboard.press("ArrowUp");
  expect(await nameOfFocused(page)).toBe(lowest);
  const [, amount = "no price"] = /(\$[\d,]+\.\d\d)/.exec(lowest) ?? [];
  await page.keyboard.press("Enter");
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  await page.getByText(amount).first().waitFor();
  expectNoErrors();
  await close();
});
