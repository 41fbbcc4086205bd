import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOfFocused } from "./keyboard.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

const fieldOf = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

test("suggests only matches of the current text and selects the typed city when the field is left by mouse", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${portal.service.url}/flights`);
  const from = fieldOf(page, "From");
  for (const text of ["S", "Sin", "San", "D"]) {
    await from.fill(text);
    await page.getByRole("listbox").getByRole("option").first().waitFor();
  }
  await from.fill("Delhi");
  await page.getByRole("listbox").getByRole("option", { name: /Delhi/ }).first().waitFor();
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /Singapore|San/ })
    .waitFor({ state: "detached" });
  const ids = await page.getByRole("listbox").getByRole("option").allInnerTexts();
  expect(new Set(ids).size, "no suggestion is listed twice").toBe(ids.length);
  expect(await page.getByRole("listbox").getByRole("option", { selected: true }).count()).toBe(1);

  await from.fill("London");
  await fieldOf(page, "To").click();
  await page.keyboard.type("Paris");
  const date = page.getByLabel("Departure");
  await date.click();
  await date.fill(departure);
  await page.keyboard.press("Enter");
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  expect(new URL(page.url()).search).toBe(`?from=city%3ALON&to=city%3APAR&depart=${departure}`);
  expect(await nameOfFocused(page), "a search keeps the focus").toBe("Departure");
  expectNoErrors();
  await close();
});

test("shows children, infants and stops of the URL, the airports of a city search, and one offer in each row", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(
    `${portal.service.url}/flights?from=city:NYC&to=LIS&depart=${departure}&adults=2&children=1&infants=1&stops=1`,
  );
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  expect([await valueOf("Children (2–11)"), await valueOf("Infants (lap)"), await valueOf("Stops")]).toStrictEqual([
    "1",
    "1",
    "1",
  ]);
  await page.getByText("Price for 4").waitFor();
  const list = page.getByRole("region", { name: "Flights" });
  await list.getByText(/^[A-Z]{3}, [A-Z]{3}.* – LIS$/).waitFor();

  const row = list.getByRole("listitem").first();
  const price = await row.locator("[data-shown-offer] p").first().innerText();
  const score = await row.locator("p").first().innerText();
  await row.getByRole("button", { name: /^Show details/ }).press("Enter");
  const offers = page.getByRole("table", { name: "Offers of this flight" });
  await offers.waitFor();
  const best = offers.getByRole("row").nth(1);
  expect(await best.innerText(), "the first offer has the price of the row").toContain(price);
  expect(await best.innerText(), "and its score").toContain(score.trim().split(/\s/)[0]);
  await page.goBack();
  await offers.waitFor({ state: "detached" });

  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Stops of each flight").selectOption("0");
  await page.getByText(/^\d+ of \d+ flights, \d+ offers$/).waitFor();
  expect(await list.getByText("1 stop", { exact: true }).count(), "the filter applies without a search").toBe(0);
  expect(new URL(page.url()).searchParams.get("maxStops")).toBe("0");

  await page.getByRole("button", { name: "Clear filters" }).click();
  const all = await list.getByRole("listitem").count();
  await page.getByLabel("Star Alliance", { exact: true }).check();
  await page.getByText(/^\d+ of \d+ flights, \d+ offers$/).waitFor();
  expect(await list.getByRole("listitem").count()).toBeLessThan(all);
  // Not the airlines of the filters, nor programs such as JetBlue TrueBlue, in which a flight of the alliance can be booked.
  const rows = list.getByRole("listitem");
  expect(await rows.getByText(/^(United Airlines|TAP Air Portugal)/).count()).toBeGreaterThan(0);
  const others = rows.getByText(/^(Delta Air Lines|American Airlines|JetBlue)($|[^ ])/);
  expect(await others.allInnerTexts(), "airlines outside the alliance").toEqual([]);
  expectNoErrors();
  await close();
});

test("chooses the outbound flight of a round trip, then a return, and keeps the choice in the URL", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  const back = new Date(Date.parse(departure) + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${portal.service.url}/flights?from=JFK&to=LHR&depart=${departure}&return=${back}`);
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  const list = page.getByRole("region", { name: "Flights" });
  await list.getByRole("heading", { name: /^Outbound flights: prices are for the round trip/ }).waitFor();
  expect(await list.getByRole("button", { name: /^Show details/ }).count()).toBe(0);
  const outbounds = list.getByRole("listitem");
  const first = await outbounds.first().innerText();
  const [, returns = ""] = /Choose: (\d+) return/.exec(first) ?? [];
  await expectAccessible("outbound flights", [380, 1280]);

  await outbounds
    .first()
    .getByRole("button", { name: /^Choose outbound / })
    .press("Enter");
  await list.getByText(/^Outbound: /).waitFor();
  expect(await list.getByRole("listitem").count()).toBe(Number(returns));
  expect(new URL(page.url()).searchParams.get("outbound")).toMatch(/^flt_/);
  await expectAccessible("return flights", [380, 1280]);
  await page.reload();
  await list.getByText(/^Outbound: /).waitFor();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  expect(await list.getByRole("listitem").count()).toBe(Number(returns));
  await list
    .getByRole("button", { name: /^Show details/ })
    .first()
    .press("Enter");
  await page.getByRole("table", { name: "Offers of this flight" }).waitFor();

  await page.goBack();
  await page.goBack();
  await list.getByRole("heading", { name: /^Outbound flights/ }).waitFor();
  expectNoErrors();
  await close();
});
