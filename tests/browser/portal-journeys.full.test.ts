import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCoupon } from "../coupons.ts";
import type { RunningService } from "../running-service.ts";
import { searchFlights } from "./flight-search.ts";
import { nameOfFocused, tabTo } from "./keyboard.ts";
import { owner } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const dayMs = 86_400_000;
const departure = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);
const limitMs = 120_000;

let portal: SignedInPortal;
let service: RunningService;

beforeAll(async () => {
  portal = await openSignedInPortal();
  ({ service } = portal);
}, 180_000);

afterAll(() => portal?.close());

test(
  "a key is made, shown once, works, and is revoked with a minute of grace",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    await page.goto(`${service.url}/keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("Name").fill("Checkout, Frankfurt");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const secret = await page.locator("[data-secret]").innerText();
    expect(secret).toMatch(/^key_test_[0-9A-Za-z]{49}$/);

    // As on a page that came over plain HTTP from another machine.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
    await page.getByRole("button", { name: "Copy key" }).click();
    await page.getByRole("button", { name: "Copy key" }).getByText("Copy it by hand").first().waitFor();
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
    const { page, expectNoComplaint, close } = await portal.visit();
    await searchFlights(page, service.url);

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
    await page.getByText('origin: "city:NYC"').waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "by keyboard alone one signs in, goes where one was going, makes a key, revokes it, searches and signs out",
  async () => {
    const { page, expectNoComplaint, close } = await visit(portal.browser);
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
    const { page, expectNoComplaint, close } = await portal.visit();
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

test(
  "a plan is previewed anew when something has come between, changed, invoiced, paid, cancelled and resumed",
  async () => {
    await makeCoupon(service, ["--code", "WELCOME", "--credit", "5.00", "--environment", "test"]);
    const { page, complaints, close } = await portal.visit();
    await page.goto(`${service.url}/billing`);
    await page.getByText("1,000 a period, and none beyond them").waitFor();
    await page.getByRole("button", { name: "Preview Pro" }).click();
    await page.getByRole("button", { name: "Change to Pro for $49.00" }).waitFor();
    await redeemElsewhere();
    await page.getByRole("button", { name: "Change to Pro for $49.00" }).click();
    await page.getByText("The preview was out of date").waitFor();
    await page.getByRole("button", { name: "Change to Pro for $44.00" }).click();
    await page.getByText("You are on Pro now").waitFor();

    await page.getByRole("dialog").getByRole("link").click();
    await page.getByRole("cell", { name: /^Pro, / }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\d+\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString("latin1")).toBe("%PDF-");
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await page.getByText("Paid", { exact: true }).first().waitFor();

    await page.goto(`${service.url}/billing?tab=invoices`);
    await page.getByRole("button", { name: /^Download .* as PDF$/ }).waitFor();
    await page.getByLabel("State").selectOption("open");
    await page.getByRole("heading", { name: "No invoice matches" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=invoices&status=open");

    await page.getByRole("tab", { name: "Plan" }).click();
    await page.getByRole("row", { name: /^Pro, .* \$49\.00$/ }).waitFor();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("Pro is cancelled, and ends with its period").waitFor();
    await page.getByRole("button", { name: "Resume subscription" }).click();
    await page.getByText(/^Pro goes on for another month/).waitFor();
    expect(complaints, "the preview that was out of date").toStrictEqual([expect.stringContaining("409")]);
    await close();
  },
  limitMs,
);

/** In another window: a code that there is not, then one that gives credit. */
async function redeemElsewhere(): Promise<void> {
  const { page, complaints, close } = await portal.visit();
  await page.goto(`${service.url}/billing?tab=credit`);
  await page.getByLabel("Code").fill("NOBODY-HAS-IT");
  await page.getByRole("button", { name: "Redeem coupon" }).click();
  await page.getByText(/^This code cannot be redeemed/).waitFor();
  await page.getByLabel("Code").fill("welcome");
  await page.getByRole("button", { name: "Redeem coupon" }).click();
  await page.getByText("Redeemed: $5.00 of credit").waitFor();
  await page.getByRole("row", { name: /^Coupon WELCOME .*\$5\.00$/ }).waitFor();
  expect(complaints, "the code that there is not").toStrictEqual([expect.stringContaining("422")]);
  await close();
}
