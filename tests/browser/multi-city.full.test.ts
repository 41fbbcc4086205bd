import { afterAll, beforeAll, expect, test } from "vitest";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

test("searches a multi-city trip of three flights, and restores it from its link", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${portal.service.url}/flights`);
  await page.getByRole("combobox", { name: "From" }).fill("JFK");
  await page.getByRole("combobox", { name: "To", exact: true }).fill("LHR");
  await page.getByLabel("Departure").fill(dateIn(60));
  await page.getByLabel("Trip").selectOption({ label: "Multi-city" });
  expect(await page.getByLabel("Origin 2").inputValue()).toBe("LHR");
  await page.getByLabel("Origin 2").fill("CDG");
  await page.getByLabel("Destination 2").fill("FCO");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText("Select a date.").waitFor();
  await page.getByLabel("Date 2").fill(dateIn(64));
  await page.getByRole("button", { name: "Add flight" }).click();
  expect(await page.getByLabel("Origin 3").inputValue()).toBe("FCO");
  await page.getByLabel("Destination 3").fill("JFK");
  await page.getByLabel("Date 3").fill(dateIn(68));
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  const details = page.getByRole("button", { name: /^Show details of / }).first();
  await details.waitFor();
  await expectAccessible("a multi-city search", [380, 1280]);
  const address = page.url();
  await page.reload();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  expect(await page.getByLabel("Destination 3").inputValue()).toBe("JFK");
  await details.click();
  await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
  await page.getByRole("button", { name: "Remove flight 3" }).click();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL((url) => url.href !== address && !url.search.includes("open"));
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  expect(new URL(page.url()).searchParams.get("also")).toBe(`CDG_FCO_${dateIn(64)}`);
  expectNoErrors();
  await close();
});
