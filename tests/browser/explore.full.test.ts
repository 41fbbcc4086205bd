import { afterAll, beforeAll, expect, test } from "vitest";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const saturday = dateIn(60 + 6 - new Date(dateIn(60)).getUTCDay());
const widths = [380, 1280];

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

test("lists the destinations of a region, and opens the search of a price, which has that price", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(portal.service.url);
  await page.getByRole("link", { name: "Destinations" }).click();
  await page.getByRole("combobox", { name: "From" }).fill("JFK");
  await page.getByLabel("Region").selectOption({ label: "Europe" });
  await page.getByLabel("Earliest departure").fill(dateIn(60));
  await page.getByLabel("Latest departure").fill(dateIn(66));
  await page.getByLabel("Trip").selectOption({ label: "Weekend, 2 to 3 nights" });
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText(/\d+ destinations/).waitFor();
  await expectAccessible("the destinations", widths);
  const table = page.getByRole("table", { name: "Destinations with their lowest prices" });
  await table.getByRole("button", { name: "Lowest price" }).click();
  const first = table.getByRole("row").nth(1);
  const price = first.getByRole("link").first();
  const amount = (await price.textContent()) ?? "no price";
  expect(amount).toMatch(/^\$[\d,.]+$/);
  const address = page.url();
  await price.click();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  await page.getByText(amount).first().waitFor();
  await page.goBack();
  expect(page.url()).toBe(address);
  await page.reload();
  await page.getByText(/\d+ destinations/).waitFor();
  expect(await page.getByLabel("Region").inputValue()).toBe("europe");
  expectNoErrors();
  await close();
});

test("shows the faults of the form next to its fields, and searches nothing", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${portal.service.url}/explore`);
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText("Select an origin.").waitFor();
  await page.getByText("Select a date.").waitFor();
  await page.getByRole("combobox", { name: "From" }).fill("JFK");
  await page.getByLabel("Earliest departure").fill(dateIn(60));
  await page.getByLabel("Latest departure").fill(dateIn(100));
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText("At most 31 days after the earliest departure.").waitFor();
  await page.getByLabel("Latest departure").fill(dateIn(50));
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText("Must not be before the earliest departure.").waitFor();
  await page.getByLabel("Trip").selectOption({ label: "Weekend, 2 to 3 nights" });
  await page.getByLabel("Earliest departure").fill(saturday);
  await page.getByLabel("Latest departure").fill(saturday);
  await page.getByRole("button", { name: "Explore" }).click();
  await page.getByText("Weekends start on Fridays. The dates include none.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  expectNoErrors();
  await close();
});

test("lists the destination that is chosen on the map", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${portal.service.url}/explore?from=JFK&region=caribbean&first=${dateIn(60)}`);
  await page.getByText(/\d+ destinations/).waitFor();
  const route = page.getByRole("img", { name: "Map of the destinations" }).locator("g.cursor-pointer").nth(3);
  const [, code = "none"] = / – ([A-Z]{3})$/.exec((await route.locator("title").textContent()) ?? "") ?? [];
  await route.dispatchEvent("click");
  const table = page.getByRole("table", { name: "Destinations with their lowest prices" });
  await page.getByText("as chosen on the map.").waitFor();
  expect(await table.getByRole("row").count()).toBe(2);
  await table.getByText(code, { exact: true }).waitFor();
  await page.getByRole("button", { name: "List all destinations" }).click();
  expect(await table.getByRole("row").count()).toBeGreaterThan(2);
  expectNoErrors();
  await close();
});
