import type { Page } from "playwright-core";
import { expect } from "vitest";

const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

/** Fills in a search from New York to Lisbon and waits for its flights. */
export async function searchFlights(page: Page, serviceUrl: string): Promise<void> {
  await page.goto(`${serviceUrl}/flights`);
  const from = page.getByRole("combobox", { name: "From" });
  await from.fill("xyzzyq");
  await page.getByText("No airport or city matches “xyzzyq”.").waitFor();
  await from.fill("Nueva Yrok");
  await page.getByRole("option", { name: /all airports/ }).click();
  await page.getByRole("combobox", { name: "To", exact: true }).fill("LIS");
  await page.getByLabel("Departure").fill(departure);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  await page.getByText(/^New York, all airports \(NYC\) to .+ \(LIS\)$/).waitFor();
  expect(new URL(page.url()).search).toBe(`?from=city%3ANYC&to=LIS&depart=${departure}`);
}
