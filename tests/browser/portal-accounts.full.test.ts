import { afterAll, beforeAll, expect, test } from "vitest";
import { visit } from "./portal-visit.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

test("a page that is still loading opens although a search was typed before the click", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/audit-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`${portal.service.url}/accounts`);
  await page.getByLabel("Search").fill("travel");
  const requested = page.waitForRequest("**/assets/audit-*.js");
  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await requested;
  await page.clock.runFor(1000);
  release();
  await page.getByRole("heading", { name: "Audit", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/audit");
  expectNoErrors();
  await close();
});

test("an operator creates a paying account with a live key, suspends and resumes it", async () => {
  const { browser, service } = portal;
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${service.url}/accounts`);
  await page.getByRole("button", { name: "Create account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Example Travel");
  await dialog.getByLabel("Email of the owner").fill("grace@example.com");
  await dialog.getByLabel("Plan").selectOption("pro");
  await dialog.getByLabel("First keys").selectOption("live");
  await dialog.getByRole("button", { name: "Create account" }).click();
  const [link = "", liveKey = ""] = (await page.locator("[data-secret]").innerText()).split("\n");
  await page.getByRole("button", { name: "I’ve saved it" }).click();

  // The live key works at once, and the account has an open invoice.
  const authorization = `Bearer ${liveKey}`;
  const invoices = await fetch(`${service.url}/v1/billing/invoices`, { headers: { authorization } });
  expect(await invoices.json()).toMatchObject({ data: [{ status: "open" }] });

  // The owner signs in to the new account, without the pages of operators.
  const customer = await visit(browser);
  await customer.page.goto(service.url + new URL(link).pathname + new URL(link).hash);
  await customer.page.getByRole("button", { name: "Sign in" }).click();
  await customer.page.getByLabel("Name").fill("Grace Hopper");
  expect(await customer.page.getByLabel("Email").inputValue()).toBe("grace@example.com");
  await customer.page.getByLabel("Password", { exact: true }).fill("nine patient harbors glow");
  await customer.page.getByRole("button", { name: "Continue" }).click();
  await customer.page.getByRole("button", { name: "Not now" }).click();
  await customer.page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await customer.page.getByRole("link", { name: "Accounts" }).count()).toBe(0);
  await customer.page.goto(`${service.url}/accounts`);
  await customer.page.getByText("Only operators of this deployment can see its accounts.").waitFor();
  customer.expectNoErrors();

  await page.getByLabel("Search").fill("travel");
  await page.getByRole("link", { name: "Example Travel" }).click();
  await page.getByText("Pro, in USD").waitFor();
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Reason").fill("Unpaid invoices");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await page.getByText("Suspended", { exact: true }).first().waitFor();
  await page.getByText("Unpaid invoices").waitFor();
  await expectAccessible("a suspended account", [1280, 380]);
  const refused = await fetch(`${service.url}/v1/account`, { headers: { authorization } });
  expect(await refused.json()).toMatchObject({ status: 403, code: "ACCOUNT_SUSPENDED" });
  await customer.page.goto(`${service.url}/usage`);
  await customer.page.getByRole("heading", { name: "This account is suspended or closed" }).waitFor();
  await customer.close();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Resume account" }).click();
  await page.getByText("Active", { exact: true }).waitFor();

  // The operator views the portal as the customer, and returns.
  await page.getByRole("button", { name: "View as customer" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const banner = page.getByRole("status").filter({ hasText: "You act for Example Travel and can only read." });
  await banner.waitFor();
  await page.goto(`${service.url}/billing`);
  await page.getByText("Pro").first().waitFor();
  await banner.waitFor();
  await expectAccessible("acting for a customer", [1280, 380]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Stop acting" }).click();
  await page.getByText("Pro, in USD").waitFor();
  expect(await page.getByRole("button", { name: "Stop acting" }).count()).toBe(0);
  const resumed = await fetch(`${service.url}/v1/account`, { headers: { authorization } });
  expect(resumed.status).toBe(200);
  expectNoErrors();
  await close();
});
