import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RunningService } from "../running-service.ts";
import { visit } from "./portal-visit.ts";

/** Browser storage of a signed-in session. */
export type SignedIn = NonNullable<BrowserContextOptions["storageState"]>;

interface Person {
  name: string;
  email: string;
  password: string;
}

/** Owner of the account of a test. */
export const owner: Person = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "seven quiet lanterns drift",
};

/**
 * Signs in as the owner with the link of the first run.
 *
 * @returns the browser storage, for further windows
 */
export async function signInByLink(
  browser: Browser,
  { url, signInUrl }: Pick<RunningService, "url" | "signInUrl">,
): Promise<SignedIn> {
  const { page, expectNoErrors, close } = await visit(browser);
  const link = new URL(signInUrl);
  await page.goto(url + link.pathname + link.hash);
  await page.getByRole("button", { name: "Sign in" }).click();
  await welcome(page, owner);
  expectNoErrors();
  const state = await page.context().storageState();
  await close();
  return state;
}

/** Fills in the profile after the first sign-in by a link. */
export async function welcome(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByLabel("Name").fill(name);
  const address = page.getByLabel("Email");
  // Already set by an invitation.
  if (await address.isEditable()) await address.fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}
