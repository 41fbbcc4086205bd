import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RunningService } from "../running-service.ts";
import { visit } from "./portal-visit.ts";

/** What a browser keeps of a sign-in. */
export type SignedIn = NonNullable<BrowserContextOptions["storageState"]>;

interface Person {
  name: string;
  email: string;
  password: string;
}

/** Who owns the account of a test. */
export const owner: Person = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "a few words make a good one",
};

/**
 * Signs in by the link of the first run, as the owner.
 *
 * @returns what a browser keeps of it, for the windows that follow
 */
export async function signInByLink(browser: Browser, { url, signInUrl }: RunningService): Promise<SignedIn> {
  const { page, expectNoComplaint, close } = await visit(browser);
  const link = new URL(signInUrl);
  await page.goto(url + link.pathname + link.hash);
  await page.getByRole("button", { name: "Sign in" }).click();
  await welcome(page, owner);
  expectNoComplaint();
  const state = await page.context().storageState();
  await close();
  return state;
}

/** Says who one is, after the first sign-in by a link. */
export async function welcome(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByLabel("Name").fill(name);
  const address = page.getByLabel("E-mail");
  // An invitation has set it already.
  if (await address.isEditable()) await address.fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Go to the overview" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}
