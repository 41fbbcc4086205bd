import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningService } from "../running-service.ts";
import { book } from "./bookings.ts";
import { tabTo } from "./keyboard.ts";
import { openPortalWithReceiver, type PortalWithReceiver } from "./portal-with-receiver.ts";
import { readShownOnce } from "./shown-once.ts";

const limitMs = 180_000;

let portal: PortalWithReceiver;
let service: RunningService;

beforeAll(async () => {
  portal = await openPortalWithReceiver();
  ({ service } = portal);
}, 180_000);

afterAll(() => portal?.close());

test(
  "a booking is delivered, fails, becomes a dead letter by the test clock, is retried, and the secret is rotated",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    await page.goto(`${service.url}/webhooks`);
    await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
    const secret = await register(page, portal.receiver.url);
    await page.getByRole("button", { name: "Send test event" }).waitFor();

    await book(service);
    await page.getByRole("link", { name: "booking.confirmed" }).waitFor();
    await page.getByText("Delivered").first().waitFor();

    portal.receiver.status = 500;
    await book(service);
    await page.getByText("Awaits a retry").waitFor();
    await page.getByRole("link", { name: "booking.confirmed" }).first().click();
    await page.getByText('{"status":500}').waitFor();
    await failUntilDead(page);

    await page.getByLabel("Try your secret").fill(secret);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("They are the same").waitFor();
    await page.getByLabel("Try your secret").fill("whsec_of_another");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("They differ").waitFor();

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
    await page.getByText(/Valid for 2[34] h \d\d min more/).waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "how many events a replay would deliver is said before it is begun",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    await page.goto(`${service.url}/deliveries`);
    await page.getByRole("button", { name: "Deliver past events" }).click();
    await page.getByText("0 events match").waitFor();
    expect(await page.getByRole("button", { name: "Deliver 0 events" }).isDisabled()).toBe(true);
    await page.getByLabel("Which").selectOption("delivered");
    await page.getByRole("button", { name: "Deliver 2 events" }).click();
    await page.getByText("2 deliveries are made and on their way.").waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "an endpoint that does not answer the challenge says what it answered, and is asked again",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    portal.receiver.answersChallenge = false;
    await page.goto(`${service.url}/webhooks`);
    await register(page, `${portal.receiver.url}/second`);
    await page.getByText("It answered 404 instead of 200.").waitFor();
    portal.receiver.answersChallenge = true;
    await page.getByRole("button", { name: "Send test event" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "an endpoint is registered, tested and its delivery read by keyboard alone",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    await page.goto(`${service.url}/webhooks`);
    await page.getByRole("link", { name: portal.receiver.url, exact: true }).waitFor();
    await tabTo(page, "Register endpoint");
    await page.keyboard.press("Enter");
    await page.keyboard.type(`${portal.receiver.url}/keyboard`);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "I have kept it" }).waitFor();
    await tabTo(page, "I have kept it");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send test event" }).waitFor();
    await tabTo(page, "Send test event");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "webhook.test" }).waitFor();
    await tabTo(page, "webhook.test");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "webhook.test" }).waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "a request with a key appears in the log without reloading, people’s are a filter away, and filters stand in the address",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    await page.goto(`${service.url}/requests`);
    await page.getByLabel("Status").selectOption("4xx");
    await page.getByRole("heading", { name: "No request matches" }).waitFor();
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
    expect(await page.getByText("You, in the portal").count()).toBe(0);
    await page.getByLabel("Caller").selectOption("user");
    await page.getByText("You, in the portal").first().waitFor();
    expect(new URL(page.url()).search).toBe("?callerType=user");
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "an allowlist is tried against the traffic so far, and one that shuts callers out is not saved by accident",
  async () => {
    const { page, expectNoComplaint, close } = await portal.visit();
    await page.goto(`${service.url}/settings?tab=allowlist`);
    await page.getByLabel("Addresses and CIDR ranges").fill("203.0.113.0/24");
    await page.getByRole("button", { name: "Try against recent traffic" }).click();
    await page.getByText(/requests would be refused/).waitFor();
    expect(await page.getByRole("button", { name: "Save list" }).isDisabled()).toBe(true);
    await page.getByLabel("Addresses and CIDR ranges").fill("127.0.0.0/8\n::1");
    await page.getByRole("button", { name: "Try against recent traffic" }).click();
    await page.getByText(/Nobody would be shut out/).waitFor();
    await page.getByRole("button", { name: "Save list" }).click();
    await page.getByText("Saved").waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

/** Registers an endpoint and answers its secret; the endpoint's page is open then. */
async function register(page: Page, url: string): Promise<string> {
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill(url);
  await dialog.getByRole("button", { name: "Register endpoint" }).click();
  const secret = await readShownOnce(page);
  await page.getByRole("heading", { name: url }).waitFor();
  return secret;
}

/** Moves the test clock from each try to the next, until there is none. */
async function failUntilDead(page: Page): Promise<void> {
  for (let attempt = 1; attempt < 7; attempt++) {
    await page.getByRole("button", { name: "Move the test clock there" }).click();
    await page.locator("ol > li").nth(attempt).waitFor();
  }
  await page.getByText("The last attempt of its schedule has failed").waitFor();
}
