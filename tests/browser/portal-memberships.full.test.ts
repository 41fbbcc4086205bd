import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tabTo } from "./keyboard.ts";
import { owner } from "./portal-sign-in.ts";
import { type Visit, visit } from "./portal-visit.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

/** Creates an account whose owner is the operator of the page, and returns the link. */
async function createAccount(page: Page, name: string): Promise<URL> {
  await page.goto(`${portal.service.url}/accounts`);
  await page.getByRole("button", { name: "Create account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Email of the owner").fill(owner.email);
  await dialog.getByRole("button", { name: "Create account" }).click();
  const link = new URL(await page.locator("[data-secret]").innerText());
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  return new URL(link.pathname + link.hash, portal.service.url);
}

test("a user accepts an invitation to a second account, and switches with the keyboard", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  const link = await createAccount(page, "Example Travel");

  // Without a session, the link alone is not sufficient.
  const stranger = await visit(portal.browser);
  await stranger.page.goto(link.href);
  await stranger.page.getByRole("button", { name: "Sign in" }).click();
  await stranger.page.getByRole("heading", { name: "Sign in to accept the invitation" }).waitFor();
  await stranger.expectAccessible("signing in to accept", [380, 1280]);
  await stranger.close();

  await page.goto(link.href);
  await page.getByRole("button", { name: "Sign in" }).click();
  const accept = page.getByRole("button", { name: "Join Example Travel" });
  await accept.waitFor();
  await expectAccessible("an invitation", [380, 1280]);
  await accept.click();
  const shown = page.getByRole("button", { name: "Switch account, Example Travel is open" });
  await shown.waitFor();
  expect(await page.getByRole("link", { name: "Accounts", exact: true }).count()).toBe(0);

  // A second window shows the account that the first one leaves.
  const stale = await page.context().newPage();
  await stale.goto(`${portal.service.url}/applications`);
  await stale.getByRole("button", { name: "Create application" }).first().waitFor();

  await page.setViewportSize({ width: 380, height: 800 });
  await tabTo(page, "Switch account, Example Travel is open");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Accounts" }).getByRole("button", { name: "First account" }).waitFor();
  await expectAccessible("the account switch", [380, 1280]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Switch account, First account is open" }).waitFor();
  await page.getByRole("link", { name: "Accounts", exact: true }).waitFor();

  await stale.getByRole("button", { name: "Create application" }).first().click();
  await stale.getByRole("dialog").getByLabel("Name").fill("In the wrong account");
  await stale.getByRole("dialog").getByRole("button", { name: "Create application" }).click();
  await stale.getByRole("dialog", { name: "You switched to another account" }).waitFor();
  await stale.getByRole("button", { name: "Show the open account" }).click();
  await stale.getByRole("button", { name: "Switch account, First account is open" }).waitFor();
  await stale.goto(`${portal.service.url}/applications`);
  await stale.getByRole("button", { name: "Create application" }).first().waitFor();
  expect(await stale.getByText("In the wrong account").count()).toBe(0);
  await stale.close();
  expectNoErrors(/status of 4(01|09) /);
  await close();
});

/** Opens a window and signs in with the password. */
async function signIn(): Promise<Visit> {
  const visited = await visit(portal.browser);
  const { page } = visited;
  await page.goto(`${portal.service.url}/sign-in`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return visited;
}

test("a user of a suspended account opens another account", async () => {
  // The first test replaced the session of the stored state.
  const { page, expectNoErrors, expectAccessible, close } = await signIn();
  const customer = await signIn();
  await customer.page.getByRole("button", { name: /^Switch account/ }).click();
  await customer.page.getByRole("group", { name: "Accounts" }).getByRole("button", { name: "Example Travel" }).click();
  await customer.page.getByRole("button", { name: "Switch account, Example Travel is open" }).waitFor();

  await page.goto(`${portal.service.url}/accounts`);
  await page.getByRole("link", { name: "Example Travel" }).click();
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Reason").fill("Unpaid invoices");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await page.getByText("Suspended", { exact: true }).first().waitFor();

  await customer.page.goto(`${portal.service.url}/usage`);
  await customer.page.getByRole("heading", { name: "This account is suspended or closed" }).waitFor();
  await customer.expectAccessible("a suspended account", [380, 1280]);
  await customer.page.getByRole("button", { name: "First account" }).click();
  await customer.page.getByRole("button", { name: "Switch account, First account is open" }).waitFor();
  customer.expectNoErrors(/status of 403 /);
  await customer.close();
  expectNoErrors(/status of 401 /);
  await expectAccessible("the account of the operator", [380, 1280]);
  await close();
});
