import type { Browser, BrowserContextOptions } from "playwright-core";
import type { RunningService } from "../running-service.ts";
import { visit } from "./portal-visit.ts";

/** What a browser keeps of a sign-in. */
export type SignedIn = NonNullable<BrowserContextOptions["storageState"]>;

/** Who owns the account of a test. */
export const owner = { name: "Ada Lovelace", email: "ada@example.com", password: "a few words make a good one" };

/**
 * Signs in by the link of the first run, as the owner.
 *
 * @returns what a browser keeps of it, for the windows that follow
 */
export async function signInByLink(browser: Browser, { url, signInUrl }: RunningService): Promise<SignedIn> {
  const { page, expectNoComplaint, expectSound, close } = await visit(browser);
  const link = new URL(signInUrl);
  await page.goto(url + link.pathname + link.hash);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await expectSound("the page of the link");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Name").fill(owner.name);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await expectSound("the welcome");
  await page.getByRole("button", { name: "Go to the overview" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expectNoComplaint();
  const state = await page.context().storageState();
  await close();
  return state;
}
