import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningService } from "../running-service.ts";
import { book } from "./bookings.ts";
import { tabTo } from "./keyboard.ts";
import { openPortalWithReceiver, type PortalWithReceiver } from "./portal-with-receiver.ts";
import { readShownOnce } from "./shown-once.ts";

let portal: PortalWithReceiver;
let service: RunningService;

beforeAll(async () => {
  portal = await openPortalWithReceiver();
  ({ service } = portal);
});

afterAll(() => portal?.close());

test("delivers a booking, moves a failed one to dead letters by the test clock, retries it, and rotates the secret", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
  const secret = await register(page, portal.receiver.url);
  await page.getByRole("button", { name: "Send test event" }).waitFor();

  await book(service);
  await page.getByRole("link", { name: "booking.confirmed" }).waitFor();
  await page.getByText("Delivered").first().waitFor();

  portal.receiver.status = 500;
  await book(service);
  await page.getByText("Retrying", { exact: true }).waitFor();
  await page.getByRole("link", { name: "booking.confirmed" }).first().click();
  await page.getByText('{"status":500}').waitFor();
  await failUntilDeadLettered(page);

  await page.getByLabel("Try your secret").fill(secret);
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText("The signatures match").waitFor();
  await page.getByLabel("Try your secret").fill("whsec_of_another");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText("The signatures differ").waitFor();

  await page.goto(`${service.url}/deliveries?status=dead_lettered`);
  await page.getByRole("heading", { name: "Dead letters" }).waitFor();
  portal.receiver.status = 200;
  await page.getByRole("checkbox", { name: /^Select booking.confirmed/ }).check();
  await page.getByRole("button", { name: "Retry selected" }).click();
  await page.getByRole("heading", { name: "No dead letters" }).waitFor();

  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("link", { name: portal.receiver.url }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  expect(await readShownOnce(page)).not.toBe(secret);
  await page.getByText(/Valid for another 2[34] h \d\d min/).waitFor();
  expectNoErrors();
  await close();
});

test("shows the number of events of a replay before it starts", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/deliveries`);
  await page.getByRole("button", { name: "Replay events" }).click();
  await page.getByText("0 events match").waitFor();
  expect(await page.getByRole("button", { name: "Replay 0 events" }).isDisabled()).toBe(true);
  await page.getByLabel("Events", { exact: true }).selectOption("delivered");
  await page.getByRole("button", { name: "Replay 2 events" }).click();
  await page.getByText("2 deliveries created.").waitFor();
  expectNoErrors();
  await close();
});

test("shows the response of an endpoint that fails the challenge, and restarts the challenge", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  portal.receiver.passesChallenge = false;
  await page.goto(`${service.url}/webhooks`);
  await register(page, `${portal.receiver.url}/second`);
  await page.getByText("Endpoint returned 404 instead of 200.").waitFor();
  portal.receiver.passesChallenge = true;
  await page.getByRole("button", { name: "Send test event" }).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  expectNoErrors();
  await close();
});

test("sets, keeps and removes the order, filter, headers and credentials of an endpoint", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/webhooks`);
  await register(page, `${portal.receiver.url}/options`);
  const dialog = page.getByRole("dialog");
  const edit = () => page.getByRole("button", { name: "Edit" }).click();
  const save = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await edit();
  await dialog.getByText("Delivery options").click();
  await dialog.getByLabel("Deliver in order").check();
  await dialog.getByLabel("Filter").fill('{"kind": ');
  await dialog.getByText("Enter a JSON object").waitFor();
  await dialog.getByLabel("Filter").fill('{"kind": "cash"}');
  await dialog.getByLabel("Headers").fill("X-Gateway-Token: token-8731");
  await dialog.getByLabel("Authentication").selectOption("basic");
  await dialog.getByLabel("User name").fill("wayfare");
  await dialog.getByLabel("Password").fill("gateway-password");
  await save();
  const main = page.getByRole("main");
  await main.getByText("In order for each object").waitFor();
  await main.getByText('{"kind":"cash"}').waitFor();
  await main.getByText("x-gateway-token").waitFor();
  await main.getByText("HTTP Basic").waitFor();
  await edit();
  await dialog.getByLabel("Description").fill("Shop");
  await save();
  await main.getByText("x-gateway-token").waitFor();
  await main.getByText("HTTP Basic").waitFor();
  await edit();
  await dialog.getByLabel("Deliver in order").uncheck();
  await dialog.getByLabel("Filter").fill("");
  await dialog.getByLabel("Remove the stored headers").check();
  await dialog.getByLabel("Authentication").selectOption("none");
  await save();
  await main.getByText("x-gateway-token").waitFor({ state: "hidden" });
  expect(await main.getByText("In order for each object").count()).toBe(0);
  expect(await main.getByText("HTTP Basic").count()).toBe(0);
  expect(await main.getByText('{"kind":"cash"}').count()).toBe(0);
  expectNoErrors();
  await close();
});

test("opens the type of an event in the event catalog with its newest event, and shows all types after an unknown one", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/events`);
  await page.getByRole("link", { name: "booking.confirmed" }).first().click();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.getByRole("link", { name: "Members of data" }).click();
  await page.getByRole("link", { name: "ago" }).waitFor();
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["booking.confirmed"]);
  expect(await page.getByRole("link", { name: "ago" }).getAttribute("href")).toBe(`/events/${id}`);
  await page.goto(`${service.url}/event-types?type=booking.gone`);
  await page.getByText("no event type booking.gone").waitFor();
  await page.getByRole("link", { name: "Show all event types" }).click();
  await page.getByRole("heading", { name: "usage.threshold" }).waitFor();
  await page.getByLabel("Type", { exact: true }).selectOption("key.revoked");
  await page.getByRole("heading", { name: "usage.threshold" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?type=key.revoked");
  expectNoErrors();
  await close();
});

test("registers and tests an endpoint and reads its delivery by keyboard", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("link", { name: portal.receiver.url, exact: true }).waitFor();
  await tabTo(page, "Register endpoint");
  await page.keyboard.press("Enter");
  await page.keyboard.type(`${portal.receiver.url}/keyboard`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I’ve saved it" }).waitFor();
  await tabTo(page, "I’ve saved it");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send test event" }).waitFor();
  await tabTo(page, "Send test event");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "webhook.test" }).waitFor();
  await tabTo(page, "webhook.test");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "webhook.test" }).waitFor();
  expectNoErrors();
  await close();
});

test("shows new API requests without reloading, filters people’s requests, and keeps filters in the URL", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/requests`);
  await page.getByLabel("Status").selectOption("4xx");
  await page.getByRole("heading", { name: "No matching requests" }).waitFor();
  await fetch(`${service.url}/v1/offers/off_1`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  await page.getByRole("link", { name: /\/v1\/offers/ }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=4xx");
  await page.getByLabel("Status").selectOption("");
  await page
    .getByRole("link", { name: /\/v1\/bookings/ })
    .first()
    .waitFor();
  expect(await page.getByText("You (portal)").count()).toBe(0);
  await page.getByLabel("Caller").selectOption("user");
  await page.getByText("You (portal)").first().waitFor();
  expect(new URL(page.url()).search).toBe("?callerType=user");
  expectNoErrors();
  await close();
});

test("tests an allowlist against recent traffic, and asks before saving one that blocks callers", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${service.url}/settings?tab=allowlist`);
  await page.getByLabel("IP addresses and CIDR ranges").fill("203.0.113.0/24");
  await page.getByRole("button", { name: "Test against recent traffic" }).click();
  await page.getByText(/requests would be blocked/).waitFor();
  expect(await page.getByRole("button", { name: "Save allowlist" }).isDisabled()).toBe(true);
  await page.getByLabel("IP addresses and CIDR ranges").fill("127.0.0.0/8\n::1");
  await page.getByRole("button", { name: "Test against recent traffic" }).click();
  await page.getByText(/requests would be allowed/).waitFor();
  await page.getByRole("button", { name: "Save allowlist" }).click();
  await page.getByText("Saved").waitFor();
  expectNoErrors();
  await close();
});

/** Registers an endpoint and returns its secret; its page is then open. */
async function register(page: Page, url: string): Promise<string> {
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill(url);
  await dialog.getByRole("button", { name: "Register endpoint" }).click();
  const secret = await readShownOnce(page);
  await page.getByRole("heading", { name: url }).waitFor();
  return secret;
}

/** Advances the test clock to each next attempt until there is none. */
async function failUntilDeadLettered(page: Page): Promise<void> {
  for (let attempt = 1; attempt < 7; attempt++) {
    await page.getByRole("button", { name: "Advance test clock to this time" }).click();
    await page.locator("ol > li").nth(attempt).waitFor();
  }
  await page.getByText("All attempts failed").waitFor();
}
