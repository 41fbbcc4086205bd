import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { book } from "./bookings.ts";
import { launchChromium } from "./chromium.ts";
import { type SignedIn, signInByLink } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";

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
  receiver.status = 500;
  await makeFailingEndpoint();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await receiver?.close();
});

/** An endpoint that has refused a booking, and two secrets. */
async function makeFailingEndpoint(): Promise<void> {
  const { page, close } = await visit(browser, { storageState });
  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("dialog").getByRole("button", { name: "Register endpoint" }).click();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.getByRole("button", { name: "Send test event" }).waitFor();
  await book(service);
  await page.getByText("Awaits a retry").waitFor();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await close();
}

const openFirst = (page: Page) => page.locator("tbody a").first().click();

/** Every page, and what opens on it, as a path and how to get there from it. */
const views: Readonly<Record<string, { path: string; open: (page: Page) => Promise<void> }>> = {
  "the webhooks": { path: "/webhooks", open: (page) => page.getByText("Failing").waitFor() },
  "a new webhook": {
    path: "/webhooks",
    async open(page) {
      await page.getByRole("button", { name: "Register endpoint" }).first().click();
      await page.getByText("booking.confirmed").waitFor();
    },
  },
  "a webhook": {
    path: "/webhooks",
    async open(page) {
      await openFirst(page);
      await page.getByText(/Valid for/).waitFor();
      await page.getByText("Awaits a retry").waitFor();
    },
  },
  "the deliveries": {
    path: "/deliveries",
    async open(page) {
      await page.getByRole("checkbox").first().check();
      await page.getByText("1 selected").waitFor();
    },
  },
  "no dead letters": {
    path: "/deliveries?status=dead_lettered",
    open: (page) => page.getByRole("heading", { name: "No dead letters" }).waitFor(),
  },
  "a replay": {
    path: "/deliveries",
    async open(page) {
      await page.getByRole("button", { name: "Deliver all since …" }).click();
      await page.getByText("0 events match").waitFor();
    },
  },
  "a delivery": {
    path: "/deliveries",
    async open(page) {
      await openFirst(page);
      await page.getByText("Base string", { exact: true }).waitFor();
    },
  },
  "the events": { path: "/events", open: (page) => page.locator("tbody a").first().waitFor() },
  "an event": {
    path: "/events",
    async open(page) {
      await openFirst(page);
      await page.getByText("Awaits a retry").waitFor();
    },
  },
  "the usage": {
    path: "/usage?range=day",
    async open(page) {
      await page.locator(".usage-chart canvas").waitFor();
      await page.getByText("Counts by hour, as a table").click();
    },
  },
  "the requests": { path: "/requests", open: (page) => page.locator("tbody a").first().waitFor() },
  "a request": {
    path: "/requests?route=%2Fv1%2Fbookings",
    async open(page) {
      await openFirst(page);
      await page.getByText("Counted as").waitFor();
    },
  },
  "the audit trail": {
    path: "/audit",
    open: (page) => page.getByText("registered an endpoint", { exact: true }).waitFor(),
  },
  "the security settings": { path: "/settings", open: (page) => page.getByText("this one").waitFor() },
  "a new authenticator": {
    path: "/settings",
    async open(page) {
      await page.getByRole("button", { name: "Add authenticator" }).click();
      await page.getByRole("img", { name: /^QR code/ }).waitFor();
    },
  },
  "the team": { path: "/settings?tab=team", open: (page) => page.getByText("(you)").waitFor() },
  "an invitation": {
    path: "/settings?tab=team",
    async open(page) {
      await page.getByRole("button", { name: "Invite colleague" }).click();
      await page.getByLabel("E-mail").waitFor();
    },
  },
  "the allowlist": {
    path: "/settings?tab=allowlist",
    async open(page) {
      await page.getByLabel("Addresses and CIDR ranges").fill("203.0.113.0/24");
      await page.getByRole("button", { name: "Try against recent traffic" }).click();
      await page.getByText(/requests would be refused/).waitFor();
    },
  },
  "the docs": { path: "/guide", open: (page) => page.getByRole("heading", { name: "Rotate the secret" }).waitFor() },
};

const cases = Object.entries(views).flatMap(([name, view]) => [380, 1280].map((width) => ({ name, width, ...view })));

describe.each(cases)("$name at $width px", ({ name, width, path, open }) => {
  test("has in neither theme what axe or the browser complains of, and fits its window", async () => {
    const viewport = { width, height: 800 };
    const options = { storageState, viewport, locale: "en-GB" };
    const { page, expectNoComplaint, expectSoundInBothThemes, close } = await visit(browser, options);
    await page.goto(service.url + path);
    await open(page);
    await expectSoundInBothThemes(name);
    expectNoComplaint();
    await close();
  }, 90_000);
});
