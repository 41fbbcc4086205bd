import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientId, clientSecret, startOidcDouble } from "../oidc-double.ts";
import { verifyDomain } from "../operator-commands.ts";
import { owner } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const domain = owner.email.replace(/^.*@/, "");
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

/** Connects the provider on the settings page, and verifies the domain as an operator of a deployment without DNS. */
async function connect(page: Page, { service }: SignedInPortal, issuer: string): Promise<void> {
  await page.goto(`${service.url}/settings?tab=sso`);
  await page.getByLabel("Issuer").fill(issuer);
  await page.getByLabel("Client id").fill(clientId);
  await page.getByLabel("Client secret").fill(clientSecret);
  await page.getByRole("button", { name: "Save connection" }).click();
  await page.getByLabel("Domain").fill(domain);
  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByRole("button", { name: `Verify ${domain}` }).waitFor();
  await verifyDomain(service, domain);
  await page.reload();
  await page.getByText("Verified", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText("The provider can be used").waitFor();
}

/** Continues from the sign-in page, whose email is filled in, over the page of the provider to the overview. */
async function continueAtProvider(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await heading(page, "Sign in to the provider");
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Overview");
}

/** Signs in with a new window, without a password, and opens the page that was requested first. */
async function signIn({ browser, service }: SignedInPortal): Promise<void> {
  const { page, expectNoErrors, expectAccessible, close } = await visit(browser);
  await page.goto(`${service.url}/sign-in`);
  // The address selects the provider.
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  expect(await page.evaluate("document.activeElement?.getAttribute('name')")).toBe("email");
  await page.getByLabel("Email").fill(owner.email);
  await continueAtProvider(page);
  expect(new URL(page.url()).search).toBe("");
  await page.goto(`${service.url}/settings`);
  await page.getByText("You signed in with single sign-on").waitFor();
  await page.getByText("This session", { exact: true }).waitFor();
  // The password session of the same user is not shown.
  expect(await page.getByRole("table", { name: "Sessions" }).getByRole("row").count()).toBe(2);
  await expectAccessible("the security settings of single sign-on", [1280, 380]);
  expectNoErrors();
  await close();
}

/** Is refused with a password, and continues with single sign-on from the message, on a phone. */
async function signInForced({ browser, service }: SignedInPortal): Promise<void> {
  const viewport = { width: 380, height: 800 };
  const { page, expectNoErrors, expectAccessible, close } = await visit(browser, { viewport });
  await page.goto(`${service.url}/sign-in?next=%2Fkeys`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("Single sign-on required").waitFor();
  await expectAccessible("a refused password", [1280, 380]);
  await page.getByRole("alert").getByRole("button", { name: "Continue with single sign-on" }).click();
  await heading(page, "Sign in to the provider");
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "API keys");
  expectNoErrors(/status of 403/);
  await close();
}

test("a member signs in at the provider, and the password is refused after the domain was forced", async () => {
  const portal = await openSignedInPortal();
  try {
    const redirect = `${portal.service.url}/portal/sso/callback`;
    const pageUser = { sub: "u1", email: owner.email, email_verified: true };
    const { issuer } = await startOidcDouble({ redirect, pageUser });
    const { page, expectNoErrors, close } = await portal.visit();
    await connect(page, portal, issuer);
    await signIn(portal);
    await page.reload();
    const forced = "Require single sign-on for addresses of this domain";
    await page.getByLabel(forced).click();
    await page.getByRole("checkbox", { name: forced, checked: true, disabled: false }).waitFor();
    await signInForced(portal);
    expectNoErrors();
    await close();
  } finally {
    await portal.close();
  }
});
