import type { Database } from "@wayfare/database";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../databases.ts";
import type { RunningService } from "../running-service.ts";
import { addAuthenticator, totpOf } from "./authenticator.ts";
import { owner, type SignedIn, welcome } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { readShownOnce } from "./shown-once.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

/** The browser's console message for an error response, expected here. */
const refusal = /^Failed to load resource: the server responded with a status of 40[13] /;

let database: Database;
let drop: () => Promise<void>;
let portal: SignedInPortal;
let service: RunningService;
let storageState: SignedIn;

beforeAll(async () => {
  const made = await createTestDatabase("postgresql");
  ({ database, drop } = made);
  const SERVER_SECRET = `s:${Buffer.alloc(32, 9).toString("base64")}`;
  portal = await openSignedInPortal({
    DATABASE_URL: made.connectionString ?? "",
    SERVER_SECRET,
    WEBHOOKS_ALLOW_LOOPBACK: "true",
  });
  ({ service, storageState } = portal);
});

afterAll(async () => {
  await portal?.close();
  await drop?.();
});

/** Makes the confirmation of every session eleven minutes old; a confirmation is valid for ten. */
async function expireConfirmations(): Promise<void> {
  await database.execute("UPDATE sessions SET stepped_up_at = stepped_up_at - interval '11 minutes'");
}

async function createKey(page: Page, name: string): Promise<void> {
  await page.goto(`${service.url}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

async function fillPassword(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("requires confirmation ten minutes after sign-in; canceling is not an error, and the password confirms", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await visit(portal.browser, { storageState });
  await expireConfirmations();
  await createKey(page, "Confirmed");
  const proof = page.getByRole("dialog", { name: "Confirm your identity" });
  await proof.getByLabel("Password").waitFor();
  await expectAccessible("the confirmation", [380, 1280]);
  await page.keyboard.press("Escape");
  await proof.waitFor({ state: "hidden" });
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByLabel("Name").inputValue()).toBe("Confirmed");

  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await proof.getByLabel("Password").fill("a wrong password");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await proof.getByRole("alert").waitFor();
  await proof.getByLabel("Password").fill(owner.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  expect(await readShownOnce(page)).toMatch(/^key_test_/);
  await createKey(page, "Without confirmation");
  await readShownOnce(page);
  expectNoErrors(refusal);
  await close();
});

test("requires a code with an authenticator, and accepts a recovery code once", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await visit(portal.browser, { storageState });
  await page.goto(`${service.url}/settings`);
  const { secret, recoveryCodes } = await addAuthenticator(page);
  const [recoveryCode = "", nextRecoveryCode = ""] = recoveryCodes;
  expect(recoveryCodes).toHaveLength(10);
  await page.getByText("10 recovery codes left").waitFor();

  await signOut(page);
  await fillPassword(page);
  const code = page.getByLabel("Code");
  await code.fill("000000");
  await expectAccessible("the second factor", [380, 1280]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  // The current code was used when the authenticator was added; the next one is already valid.
  await code.fill(totpOf(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  await signOut(page);
  await fillPassword(page);
  await code.fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`${service.url}/settings`);
  await page.getByText("9 recovery codes left").waitFor();
  await expireConfirmations();
  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  await page.getByRole("dialog").getByLabel("URL").fill("http://127.0.0.1:9/hooks");
  await page.getByRole("dialog").getByRole("button", { name: "Register endpoint" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm your identity" });
  await proof.getByLabel("Authenticator code or recovery code").fill(nextRecoveryCode);
  await proof.getByRole("button", { name: "Confirm" }).click();
  expect(await readShownOnce(page)).toMatch(/^whsec_/);
  await page.goto(`${service.url}/settings`);
  await page.getByText("8 recovery codes left").waitFor();
  await page.getByRole("button", { name: "Remove authenticator" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove authenticator" }).click();
  await page.getByRole("button", { name: "Add authenticator" }).waitFor();
  storageState = await page.context().storageState();
  expectNoErrors(refusal);
  await close();
});

/**
 * Adds a virtual authenticator with a matching fingerprint (WebAuthn, section 11).
 *
 * @returns a function that sets whether the fingerprint matches
 */
async function addVirtualAuthenticator(page: Page): Promise<(matches: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

test("adds a passkey, signs in with it without a password, and confirms with it", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await visit(portal.browser, { storageState });
  const setFingerprint = await addVirtualAuthenticator(page);
  await page.goto(`${service.url}/settings`);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await expectAccessible("a new passkey", [380, 1280]);
  await page.getByRole("dialog").getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "Remove passkey Laptop" }).waitFor();
  await expectAccessible("the passkeys", [380, 1280]);

  await signOut(page);
  await setFingerprint(false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("alert").getByText("Passkey not available").waitFor();
  await setFingerprint(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await expireConfirmations();
  await createKey(page, "By passkey");
  await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
  await readShownOnce(page);
  storageState = await page.context().storageState();
  expectNoErrors(refusal);
  await close();
});

test("lets a colleague join by a link, shows what the role permits, and signs them out when an owner removes them", async () => {
  const [ownerVisit, memberVisit] = [await visit(portal.browser, { storageState }), await visit(portal.browser)];
  const [page, memberPage] = [ownerVisit.page, memberVisit.page];
  await page.goto(`${service.url}/settings?tab=team`);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  const link = new URL(await readShownOnce(page));
  await page.getByRole("button", { name: "Withdraw invitation of grace@example.com" }).waitFor();

  await memberPage.goto(service.url + link.pathname + link.hash);
  await memberPage.getByRole("button", { name: "Sign in" }).waitFor();
  await memberVisit.expectAccessible("the link page", [380, 1280]);
  await memberPage.getByRole("button", { name: "Sign in" }).click();
  await memberPage.getByRole("heading", { name: "Welcome" }).waitFor();
  await memberVisit.expectAccessible("the welcome", [380, 1280]);
  await welcome(memberPage, {
    name: "Grace Hopper",
    email: "grace@example.com",
    password: "another quiet lantern drifts",
  });
  await memberPage.goto(`${service.url}/deliveries`);
  await memberPage.getByRole("heading", { name: "No deliveries yet" }).waitFor();

  await page.goto(`${service.url}/audit`);
  await page
    .getByRole("row")
    .filter({ hasText: /^Grace Hopper.*joined the account/ })
    .waitFor();
  await page.goto(`${service.url}/settings?tab=team`);
  await page.getByLabel("Role of Grace Hopper").selectOption("viewer");
  await expect.poll(() => page.getByLabel("Role of Grace Hopper").inputValue()).toBe("viewer");
  await memberPage.reload();
  await memberPage.getByRole("heading", { name: "Your role (viewer) cannot open this page" }).waitFor();
  await memberVisit.expectAccessible("a page without permission", [380, 1280]);
  await memberPage.goto(`${service.url}/keys`);
  await memberPage.getByText("Owners and developers can create keys").waitFor();
  await memberVisit.expectAccessible("keys for a viewer", [380, 1280]);
  expect(await memberPage.getByRole("link", { name: "Audit" }).count()).toBe(0);
  await memberPage.getByRole("link", { name: "Billing" }).click();
  await memberPage.getByText("Owners and billing users can change the plan").waitFor();
  expect(await memberPage.getByRole("button", { name: "Preview Pro" }).count()).toBe(0);

  await page.getByRole("button", { name: "Remove Grace Hopper" }).click();
  await ownerVisit.expectAccessible("the removal of a colleague", [380, 1280]);
  await page.getByRole("dialog").getByRole("button", { name: "Remove member" }).click();
  await page.getByRole("button", { name: "Remove Grace Hopper" }).waitFor({ state: "detached" });
  await memberPage.reload();
  await memberPage.getByRole("heading", { name: "Sign in" }).waitFor();
  ownerVisit.expectNoErrors(refusal);
  memberVisit.expectNoErrors(refusal);
  await ownerVisit.close();
  await memberVisit.close();
});
