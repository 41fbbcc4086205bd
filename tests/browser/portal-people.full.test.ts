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

const limitMs = 120_000;
/** What a browser writes of an answer that says no; here it is meant to. */
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
}, 180_000);

afterAll(async () => {
  await portal?.close();
  await drop?.();
});

/** Every session was confirmed eleven minutes ago, and confirmations hold for ten. */
async function letConfirmationsAge(): Promise<void> {
  await database.execute("UPDATE sessions SET stepped_up_at = stepped_up_at - interval '11 minutes'");
}

async function orderKey(page: Page, name: string): Promise<void> {
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
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test(
  "ten minutes after signing in a deed asks who is there; giving up is no error, and the password lets it go on",
  async () => {
    const { page, expectNoComplaint, expectSound, close } = await visit(portal.browser, { storageState });
    await letConfirmationsAge();
    await orderKey(page, "Confirmed");
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Your password").waitFor();
    await expectSound("the confirmation", [380, 1280]);
    await page.keyboard.press("Escape");
    await proof.waitFor({ state: "hidden" });
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByLabel("Name").inputValue()).toBe("Confirmed");

    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await proof.getByLabel("Your password").fill("not what was chosen");
    await proof.getByRole("button", { name: "Confirm" }).click();
    await proof.getByRole("alert").waitFor();
    await proof.getByLabel("Your password").fill(owner.password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    expect(await readShownOnce(page)).toMatch(/^key_test_/);
    await orderKey(page, "At once");
    await readShownOnce(page);
    expectNoComplaint(refusal);
    await close();
  },
  limitMs,
);

test(
  "with an authenticator the password alone opens nothing: a code does, and a recovery code does once",
  async () => {
    const { page, expectNoComplaint, expectSound, close } = await visit(portal.browser, { storageState });
    await page.goto(`${service.url}/settings`);
    const { secret, recoveryCodes } = await addAuthenticator(page);
    const [recoveryCode = "", nextRecoveryCode = ""] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    await page.getByText("10 recovery codes are unused").waitFor();

    await signOut(page);
    await fillPassword(page);
    const code = page.getByLabel("Code");
    await code.fill("000000");
    await expectSound("the second factor", [380, 1280]);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    // The code of now was used up when the authenticator was added; the next one counts already.
    await code.fill(totpOf(secret, Date.now() + 30_000));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();

    await signOut(page);
    await fillPassword(page);
    await code.fill(recoveryCode);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.goto(`${service.url}/settings`);
    await page.getByText("9 recovery codes are unused").waitFor();
    await letConfirmationsAge();
    await page.goto(`${service.url}/webhooks`);
    await page.getByRole("button", { name: "Register endpoint" }).first().click();
    await page.getByRole("dialog").getByLabel("URL").fill("http://127.0.0.1:9/hooks");
    await page.getByRole("dialog").getByRole("button", { name: "Register endpoint" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Code of your authenticator app, or a recovery code").fill(nextRecoveryCode);
    await proof.getByRole("button", { name: "Confirm" }).click();
    expect(await readShownOnce(page)).toMatch(/^whsec_/);
    await page.goto(`${service.url}/settings`);
    await page.getByText("8 recovery codes are unused").waitFor();
    await page.getByRole("button", { name: "Remove authenticator" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove authenticator" }).click();
    await page.getByRole("button", { name: "Add authenticator" }).waitFor();
    storageState = await page.context().storageState();
    expectNoComplaint(refusal);
    await close();
  },
  limitMs,
);

/**
 * A finger that is the right one, inside the browser (WebAuthn, section 11).
 *
 * @returns a function that makes it another finger, and the right one again
 */
async function addVirtualAuthenticator(page: Page): Promise<(isRight: boolean) => Promise<void>> {
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

test(
  "a passkey is added, signs in without a password once the browser gives it, and confirms",
  async () => {
    const { page, expectNoComplaint, expectSound, close } = await visit(portal.browser, { storageState });
    const setFinger = await addVirtualAuthenticator(page);
    await page.goto(`${service.url}/settings`);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
    await expectSound("a new passkey", [380, 1280]);
    await page.getByRole("dialog").getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("button", { name: "Remove the passkey Laptop" }).waitFor();
    await expectSound("the passkeys", [380, 1280]);

    await signOut(page);
    await setFinger(false);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("alert").getByText("The browser gave no passkey").waitFor();
    await setFinger(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await letConfirmationsAge();
    await orderKey(page, "By passkey");
    await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
    await readShownOnce(page);
    storageState = await page.context().storageState();
    expectNoComplaint(refusal);
    await close();
  },
  limitMs,
);

test(
  "a colleague joins by a link, sees as much as the role opens, and is out as soon as an owner says so",
  async () => {
    const [ownerVisit, theirVisit] = [await visit(portal.browser, { storageState }), await visit(portal.browser)];
    const [page, theirs] = [ownerVisit.page, theirVisit.page];
    await page.goto(`${service.url}/settings?tab=team`);
    await page.getByRole("button", { name: "Invite colleague" }).click();
    await page.getByLabel("E-mail").fill("grace@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Make link" }).click();
    const link = new URL(await readShownOnce(page));
    await page.getByRole("button", { name: "Withdraw the invitation of grace@example.com" }).waitFor();

    await theirs.goto(service.url + link.pathname + link.hash);
    await theirs.getByRole("button", { name: "Sign in" }).waitFor();
    await theirVisit.expectSound("the page of the link", [380, 1280]);
    await theirs.getByRole("button", { name: "Sign in" }).click();
    await theirs.getByRole("heading", { name: "Welcome" }).waitFor();
    await theirVisit.expectSound("the welcome", [380, 1280]);
    await welcome(theirs, { name: "Grace Hopper", email: "grace@example.com", password: "another few good words" });
    await theirs.goto(`${service.url}/deliveries`);
    await theirs.getByRole("heading", { name: "Nothing has been sent yet" }).waitFor();

    await page.goto(`${service.url}/audit`);
    await page
      .getByRole("row")
      .filter({ hasText: /^Grace Hopper.*joined the account/ })
      .waitFor();
    await page.goto(`${service.url}/settings?tab=team`);
    await page.getByLabel("Role of Grace Hopper").selectOption("viewer");
    await expect.poll(() => page.getByLabel("Role of Grace Hopper").inputValue()).toBe("viewer");
    await theirs.reload();
    await theirs.getByRole("heading", { name: "Your role, viewer, does not open this page" }).waitFor();
    await theirVisit.expectSound("a page that the role does not open", [380, 1280]);
    await theirs.goto(`${service.url}/keys`);
    await theirs.getByText("An owner or a developer can create keys").waitFor();
    await theirVisit.expectSound("keys for a viewer", [380, 1280]);
    expect(await theirs.getByRole("link", { name: "Audit" }).count()).toBe(0);
    await theirs.getByRole("link", { name: "Billing" }).click();
    await theirs.getByText("An owner or somebody with the role billing can change the plan").waitFor();
    expect(await theirs.getByRole("button", { name: "Preview Pro" }).count()).toBe(0);

    await page.getByRole("button", { name: "Remove Grace Hopper" }).click();
    await ownerVisit.expectSound("the removal of a colleague", [380, 1280]);
    await page.getByRole("dialog").getByRole("button", { name: "Remove colleague" }).click();
    await page.getByRole("button", { name: "Remove Grace Hopper" }).waitFor({ state: "detached" });
    await theirs.reload();
    await theirs.getByRole("heading", { name: "Sign in" }).waitFor();
    ownerVisit.expectNoComplaint(refusal);
    theirVisit.expectNoComplaint(refusal);
    await ownerVisit.close();
    await theirVisit.close();
  },
  limitMs,
);
