/**
 * Takes the screenshots in docs/images/ from a new service: `npm run screenshots`. Flights depart two months from now, so every run shows
 * different ones.
 */
import type { Browser, Page } from "playwright-core";
import { book } from "../tests/browser/bookings.ts";
import { launchChromium } from "../tests/browser/chromium.ts";
import { beginSession, openSignedIn } from "../tests/browser/session-cookie.ts";
import { openReceiver, type Receiver } from "../tests/browser/webhook-receiver.ts";
import { type RunningService, startService } from "../tests/running-service.ts";

const images = new URL("../docs/images/", import.meta.url);
const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

interface Picture {
  name: string;
  path: string;
  colorScheme: "light" | "dark";
  width: number;
  height: number;
  /** Waits for visible content. */
  open(page: Page): Promise<void>;
}

const search = `/flights?from=JFK&to=LIS&depart=${departure}`;

/** Coastlines and distance are loaded by separate requests. */
async function showFlights(page: Page): Promise<void> {
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  await page.locator(".fill-land[d^=M]").waitFor();
  await page.getByText(/[\d,]+ km$/).waitFor();
}

const pictures: readonly Picture[] = [
  { name: "explorer", path: search, colorScheme: "light", width: 1280, height: 1000, open: showFlights },
  { name: "explorer-phone", path: search, colorScheme: "dark", width: 380, height: 800, open: showFlights },
  {
    name: "delivery",
    path: "/deliveries",
    colorScheme: "light",
    width: 1280,
    height: 1000,
    async open(page) {
      await page.getByRole("link", { name: "booking.confirmed" }).first().click();
      await page.getByRole("heading", { name: "Signature", exact: true }).waitFor();
    },
  },
  {
    name: "billing",
    path: "/billing",
    colorScheme: "light",
    width: 1280,
    height: 1000,
    open: (page) => page.getByText(/^Pro renews for/).waitFor(),
  },
  {
    name: "overview",
    path: "/",
    colorScheme: "dark",
    width: 1280,
    height: 800,
    open: (page) => page.getByRole("heading", { name: "Latest requests" }).waitFor(),
  },
];

/** A failing delivery, and searches for the lists. */
async function makeHistory(service: RunningService, receiver: Receiver): Promise<void> {
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  const post = (path: string, body: object) =>
    fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/v1/webhooks", { url: receiver.url, events: ["booking.*"] });
  receiver.status = 500;
  for (const destination of ["LHR", "LIS", "CDG", "FRA", "SIN", "NRT"]) {
    await post("/v1/search", { origin: "JFK", destination, departureDate: departure, includeAward: true });
  }
  await book(service);
  await post("/v1/billing/subscription/change", { plan: "pro" });
}

async function captureScreenshot(
  browser: Browser,
  { url }: RunningService,
  session: string,
  picture: Picture,
): Promise<void> {
  const { name, path, colorScheme, width, height } = picture;
  const viewport = { width, height };
  const page = await openSignedIn(browser, url, session, { viewport, colorScheme, reducedMotion: "reduce" });
  await page.goto(url + path);
  await picture.open(page);
  await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => {});
  await page.screenshot({ path: new URL(`${name}.png`, images).pathname });
  await page.context().close();
}

const [service, browser, receiver] = await Promise.all([
  startService({}, { reusesWorld: true }),
  launchChromium(),
  openReceiver(),
]);
try {
  const session = await beginSession(service);
  await makeHistory(service, receiver);
  for (const picture of pictures) await captureScreenshot(browser, service, session, picture);
} finally {
  await browser.close();
  await receiver.close();
  await service.stop();
}
