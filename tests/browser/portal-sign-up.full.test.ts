import { expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { decodeMail, type SmtpDouble, startSmtpDouble } from "../smtp-double.ts";
import { visit } from "./portal-visit.ts";
import { readShownOnce } from "./shown-once.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const password = "nine patient harbors glow";
const newPassword = "four amber windmills hum";

/** Waits for the n-th mail, and returns the path and the fragment of the link in it. */
async function readLink({ taken }: SmtpDouble, count: number): Promise<string> {
  await eventually(() => expect(taken).toHaveLength(count));
  return /(\/[\w-]+#[\w-]{43})/.exec(decodeMail(taken.at(-1)?.raw ?? ""))?.[1] ?? "no link";
}

/** Signs up on the page, opens the link of the mail, and confirms with the password. */
async function signUp({ service, browser }: SignedInPortal, smtp: SmtpDouble): Promise<void> {
  const { page, expectNoErrors, expectAccessible, close } = await visit(browser);
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Grace Hopper");
  await page.getByLabel("Account name").fill("Example Travel");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("password12");
  await expectAccessible("signing up", [1280, 380]);
  await page.keyboard.press("Enter");
  await page.getByText("The password is easy to guess.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  await page.goto(service.url + (await readLink(smtp, 1)));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await expectAccessible("confirming an address", [380]);
  await page.keyboard.press("Enter");
  const key = await readShownOnce(page);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(page.url()).not.toContain("#");
  const headers = { authorization: `Bearer ${key}` };
  const account = await fetch(`${service.url}/v1/account`, { headers });
  expect(await account.json()).toMatchObject({ name: "Example Travel" });
  expectNoErrors(/status of 400/);
  await close();
}

/** Requests a mail to reset the password, and signs in with the new one. */
async function resetPassword({ service, browser }: SignedInPortal, smtp: SmtpDouble): Promise<void> {
  const { page, expectNoErrors, expectAccessible, close } = await visit(browser);
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("link", { name: "Reset your password" }).click();
  await page.getByLabel("Email").fill("grace@example.com");
  await page.keyboard.press("Enter");
  await page.getByText("a mail is on its way").waitFor();
  await page.goto(service.url + (await readLink(smtp, 2)));
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await expectAccessible("choosing a new password", [380]);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expectNoErrors();
  await close();
}

/** Invites a customer as an operator, and withdraws the invitation. */
async function inviteCustomer(portal: SignedInPortal, smtp: SmtpDouble): Promise<void> {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${portal.service.url}/accounts`);
  await page.getByRole("button", { name: "Invite customer" }).click();
  await page.getByLabel("Email").fill("joan@example.com");
  await page.getByRole("button", { name: "Create link" }).click();
  const url = await readShownOnce(page);
  expect(url.endsWith(await readLink(smtp, 3))).toBe(true);
  await page.getByRole("table", { name: "Open invitations" }).waitFor();
  await expectAccessible("open invitations", [380]);
  await page.getByRole("button", { name: "Withdraw invitation of joan@example.com" }).click();
  await page.getByRole("table", { name: "Open invitations" }).waitFor({ state: "detached" });
  expectNoErrors();
  await close();
}

test("a customer signs up with a mailed link and resets the password, and an operator invites another", async () => {
  const smtp = await startSmtpDouble();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: "no-reply@example.com" };
  const portal = await openSignedInPortal({ SIGN_UP: "open", ...mail });
  try {
    await signUp(portal, smtp);
    await resetPassword(portal, smtp);
    await inviteCustomer(portal, smtp);
  } finally {
    await portal.close();
  }
});
