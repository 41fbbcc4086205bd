import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCoupon } from "../operator-commands.ts";
import type { RunningService } from "../running-service.ts";
import { authorizationUrl, exchangeCode } from "./authorization-url.ts";
import { searchFlights } from "./flight-search.ts";
import { nameOfFocused, tabTo } from "./keyboard.ts";
import { owner } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const dayMs = 86_400_000;
const departure = new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10);

let portal: SignedInPortal;
let service: RunningService;

beforeAll(async () => {
  portal = await openSignedInPortal();
  ({ service } = portal);
});

afterAll(() => portal?.close());

test("grants a client access after the sign-in, shows its key, and tells a client that the user refused", async () => {
  const { page, expectNoErrors, close } = await visit(portal.browser);
  const redirectUri = "http://127.0.0.1:49152/callback";
  // The page of the client.
  await page.route(`${redirectUri}*`, (route) => route.fulfill({ contentType: "text/plain", body: "Done" }));
  const client = await authorizationUrl(service.url, redirectUri, { name: "Claude <b>bold</b>" });
  await page.goto(client.url);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("“Claude <b>bold</b>”").waitFor();
  await page.getByText("127.0.0.1:49152", { exact: false }).first().waitFor();
  expect(await page.getByLabel("Book and cancel flights").isChecked()).toBe(false);
  await page.getByRole("button", { name: "Allow access" }).click();
  await page.waitForURL(`${redirectUri}*`);
  const response = new URL(page.url()).searchParams;
  expect(response.get("state")).toBe(client.state);
  const token = await exchangeCode(service.url, client, response.get("code") ?? "");
  expect(token).toMatchObject({ token_type: "Bearer", scope: "flights.search" });

  await page.goto(`${service.url}/keys`);
  await page.getByRole("link", { name: "Claude <b>bold</b>" }).waitFor();

  const other = await authorizationUrl(service.url, redirectUri);
  await page.goto(other.url);
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.waitForURL(`${redirectUri}*`);
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  expectNoErrors();
  await close();
});

test("creates a key, shows it once, and revokes it with a minute of grace", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Checkout, Frankfurt");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const secret = await page.locator("[data-secret]").innerText();
  expect(secret).toMatch(/^key_test_[0-9A-Za-z]{49}$/);

  // As on a page loaded over plain HTTP from another machine.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
  await page.getByRole("button", { name: "Copy key" }).click();
  await page.getByRole("button", { name: "Copy key" }).getByText("Copy manually").first().waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator("[data-secret]").isVisible(), "Escape must not close the dialog of a secret").toBe(true);
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await page.getByRole("link", { name: "Checkout, Frankfurt" }).click();
  await page.getByRole("heading", { name: "Checkout, Frankfurt" }).waitFor();
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
  expectNoErrors();
  await close();
});

test("fills in a search from suggestions, and restores it from the URL", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await searchFlights(page, service.url);

  await page
    .getByRole("button", { name: /^Show details/ })
    .first()
    .press("Enter");
  await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
  const lookups: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/places")) lookups.push(request.url());
  });
  await page.reload();
  await page.getByRole("table", { name: "Offers of this flight" }).waitFor();
  expect(lookups.length, "the map takes airports from the response").toBeLessThanOrEqual(2);
  expect(await page.getByRole("img", { name: /^[A-Z]{3} \d\d:\d\d to LIS/ }).count()).toBeGreaterThan(5);

  await page.getByRole("button", { name: "Copy as code" }).click();
  await page.getByRole("tab", { name: "TypeScript" }).click();
  await page.getByText('origin: "city:NYC"').waitFor();
  expectNoErrors();
  await close();
});

test("signs in, returns to the requested page, creates and revokes a key, searches and signs out by keyboard", async () => {
  const { page, expectNoErrors, close } = await visit(portal.browser);
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
  await press("I’ve saved it");
  await press("By keyboard");
  await page.getByRole("button", { name: "Edit" }).waitFor();
  await press("Edit");
  await page.keyboard.press("Escape");
  expect(await nameOfFocused(page), "a dialog restores focus").toBe("Edit");
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
  expectNoErrors();
  await close();
});

test("marks live data at the edge, in the title and in rows", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/keys`);
  await page.getByRole("link", { name: "First key" }).waitFor();
  await page.getByText("Test — sandbox data").waitFor();
  expect(await page.title()).toBe("Test · API keys · Wayfare");
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await page.getByRole("heading", { name: "No keys yet" }).waitFor();
  expect(await page.getByText("Test — sandbox data").count()).toBe(0);
  expect(await page.title()).toBe("Live · API keys · Wayfare");
  await page.goto(`${service.url}/keys?status=active&applicationId=app_00000000000000000000000000`);
  await page.getByRole("heading", { name: "No matching keys" }).waitFor();
  await page.getByRole("radio", { name: "Test" }).check({ force: true });
  await page.getByRole("link", { name: "First key" }).waitFor();
  expect(new URL(page.url()).search, "an application of the other environment is not a filter").toBe("?status=active");
  expectNoErrors(/status of 404/);
  await close();
});

test("refreshes an outdated preview, then changes, invoices, pays, cancels and resumes the plan", async () => {
  await makeCoupon(service, ["--code", "WELCOME", "--credit", "5.00", "--environment", "test"]);
  const { page, errors, close } = await portal.visit();
  await page.goto(`${service.url}/billing`);
  await page.getByText("1,000 per period, no overage").waitFor();
  await page.getByRole("button", { name: "Preview Pro" }).click();
  await page.getByRole("button", { name: "Change to Pro for $49.00" }).waitFor();
  await redeemInOtherWindow();
  await page.getByRole("button", { name: "Change to Pro for $49.00" }).click();
  await page.getByText("The previous preview was outdated").waitFor();
  await page.getByRole("button", { name: "Change to Pro for $44.00" }).click();
  await page.getByText("You are now on Pro").waitFor();

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
  await page.getByLabel("Status").selectOption("open");
  await page.getByRole("heading", { name: "No matching invoices" }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=invoices&status=open");

  await page.getByRole("tab", { name: "Plan" }).click();
  await page.getByRole("row", { name: /^Pro, .* \$49\.00$/ }).waitFor();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("Pro is cancelled and ends with the current period").waitFor();
  await page.getByRole("button", { name: "Resume subscription" }).click();
  await page.getByText(/^Pro renews for/).waitFor();
  expect(errors, "the outdated preview").toStrictEqual([expect.stringContaining("409")]);
  await close();
});

/** In another window: redeems an unknown code, then one that grants credit. */
async function redeemInOtherWindow(): Promise<void> {
  const { page, errors, close } = await portal.visit();
  await page.goto(`${service.url}/billing?tab=credit`);
  await page.getByLabel("Code").fill("UNKNOWN-CODE");
  await page.getByRole("button", { name: "Redeem coupon" }).click();
  await page.getByText(/^This code is not valid/).waitFor();
  await page.getByLabel("Code").fill("welcome");
  await page.getByRole("button", { name: "Redeem coupon" }).click();
  await page.getByText("Redeemed: $5.00 of credit").waitFor();
  await page.getByRole("row", { name: /^Coupon WELCOME .*\$5\.00$/ }).waitFor();
  expect(errors, "the unknown code").toStrictEqual([expect.stringContaining("422")]);
  await close();
}
