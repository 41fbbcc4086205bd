import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { book } from "./bookings.ts";
import { launchChromium } from "./chromium.ts";
import { type SignedIn, signInByLink } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";

const limitMs = 180_000;

let service: RunningService;
let browser: Browser;
let storageState: SignedIn;
let receiver: Receiver;

beforeAll(async () => {
  [service, browser, receiver] = await Promise.all([
    startService({}, { reusesWorld: true }),
    launchChromium(),
    openReceiver(),
  ]);
  storageState = await signInByLink(browser, service);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await receiver?.close();
});

const locale = "en-GB";
const window = () => visit(browser, { storageState, locale });

test(
  "a booking is delivered, fails, becomes a dead letter by the test clock, is retried, and the secret is rotated",
  async () => {
    const { page, expectNoComplaint, close } = await window();
    await page.goto(`${service.url}/webhooks`);
    await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
    const secret = await register(page, receiver.url);
    await page.getByRole("button", { name: "Send test event" }).waitFor();

    await book(service);
    await page.getByRole("link", { name: "booking.confirmed" }).waitFor();
    await page.getByText("Delivered").first().waitFor();

    receiver.status = 500;
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
    receiver.status = 200;
    await page.getByRole("checkbox", { name: /^Select booking.confirmed/ }).check();
    await page.getByRole("button", { name: "Retry selected" }).click();
    await page.getByRole("heading", { name: "No dead letters" }).waitFor();

    await page.goto(`${service.url}/webhooks`);
    await page.getByRole("link", { name: receiver.url }).click();
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
    const { page, expectNoComplaint, close } = await window();
    await page.goto(`${service.url}/deliveries`);
    await page.getByRole("button", { name: "Deliver all since …" }).click();
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
    const { page, expectNoComplaint, close } = await window();
    receiver.answersChallenge = false;
    await page.goto(`${service.url}/webhooks`);
    await register(page, `${receiver.url}/second`);
    await page.getByText("It answered 404 instead of 200.").waitFor();
    receiver.answersChallenge = true;
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
    const { page, expectNoComplaint, close } = await window();
    await page.goto(`${service.url}/webhooks`);
    await page.getByRole("link", { name: receiver.url, exact: true }).waitFor();
    await tabTo(page, "Register endpoint");
    await page.keyboard.press("Enter");
    await page.keyboard.type(`${receiver.url}/keyboard`);
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
  "a request with a key appears in the log without reloading, and its filters stand in the address",
  async () => {
    const { page, expectNoComplaint, close } = await window();
    await page.goto(`${service.url}/requests`);
    await page.getByLabel("Status").selectOption("4xx");
    await page.getByRole("heading", { name: "No request matches" }).waitFor();
    await fetch(`${service.url}/v1/offers/off_1`, { headers: { authorization: `Bearer ${service.key}` } });
    await page.getByRole("link", { name: /\/v1\/offers/ }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=4xx");
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "an authenticator is added with the code that its secret makes, and recovery codes are shown once",
  async () => {
    const { page, expectNoComplaint, close } = await window();
    await page.goto(`${service.url}/settings`);
    await page.getByRole("button", { name: "Add authenticator" }).click();
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    const secret = (await page.locator("[data-secret]").innerText()).replaceAll(" ", "");
    await page.getByLabel("Code that the app shows").fill(totpOf(secret, Date.now()));
    await page.getByRole("dialog").getByRole("button", { name: "Add authenticator" }).click();
    await page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
    const codes = await readShownOnce(page);
    expect(codes.split("\n")).toHaveLength(10);
    await page.getByText("10 recovery codes are unused").waitFor();
    expectNoComplaint();
    await close();
  },
  limitMs,
);

test(
  "an allowlist is tried against the traffic so far, and one that shuts callers out is not saved by accident",
  async () => {
    const { page, expectNoComplaint, close } = await window();
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

/** Reads what is shown once, and closes it. */
async function readShownOnce(page: Page): Promise<string> {
  const shown = await page.getByRole("dialog").locator("[data-secret]").innerText();
  await page.getByRole("button", { name: "I have kept it" }).click();
  return shown;
}

/** Moves the test clock from each try to the next, until there is none. */
async function failUntilDead(page: Page): Promise<void> {
  for (let attempt = 1; attempt < 7; attempt++) {
    await page.getByRole("button", { name: "Move the test clock there" }).click();
    await page.locator("ol > li").nth(attempt).waitFor();
  }
  await page.getByText("The last attempt of its schedule has failed").waitFor();
}

/** Presses Tab until what has this name is focused. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<string>(
      "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
    );
    if (focused === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

/** The six digits of a secret in base 32 at an instant (RFC 6238). */
function totpOf(secret: string, atMs: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}
