/**
 * Takes the screenshots in docs/images/ from a new service: `npm run screenshots`. Flights depart two months from now, so every run shows
 * different ones. `npm run screenshots -- --views FOLDER` takes the ten main views in both themes and two widths instead, for a look at
 * all of them.
 */
import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
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

const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, exact: true }).first().waitFor();

/** The ten main views of the portal. */
const views: readonly Pick<Picture, "name" | "path" | "open">[] = [
  { name: "overview", path: "/", open: heading("Overview") },
  { name: "explorer", path: search, open: showFlights },
  { name: "bookings", path: "/bookings", open: heading("Bookings") },
  { name: "keys", path: "/keys", open: heading("API keys") },
  { name: "webhooks", path: "/webhooks", open: heading("Webhooks") },
  { name: "deliveries", path: "/deliveries", open: heading("Deliveries") },
  { name: "requests", path: "/requests", open: heading("Requests") },
  { name: "usage", path: "/usage", open: heading("Usage") },
  { name: "billing", path: "/billing", open: heading("Billing") },
  { name: "settings", path: "/settings", open: heading("Settings") },
];

/** Each view in both themes, on a desktop and on a phone. */
function picturesOfViews(): Picture[] {
  return views.flatMap((view) =>
    (["light", "dark"] as const).flatMap((colorScheme) => [
      { ...view, name: `${view.name}-${colorScheme}-1280`, colorScheme, width: 1280, height: 1000 },
      { ...view, name: `${view.name}-${colorScheme}-380`, colorScheme, width: 380, height: 800 },
    ]),
  );
}

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
  { session, folder, picture }: { session: string; folder: URL; picture: Picture },
): Promise<void> {
  const { name, path, colorScheme, width, height } = picture;
  const viewport = { width, height };
  const page = await openSignedIn(browser, url, session, { viewport, colorScheme, reducedMotion: "reduce" });
  await page.goto(url + path);
  await picture.open(page);
  await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => {});
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
  await page.context().close();
}

const { values } = parseArgs({ options: { views: { type: "string" } } });
const folder = values.views === undefined ? images : pathToFileURL(`${values.views}/`);
mkdirSync(folder, { recursive: true });
const [service, browser, receiver] = await Promise.all([startService(), launchChromium(), openReceiver()]);
try {
  const session = await beginSession(service);
  await makeHistory(service, receiver);
  for (const picture of values.views === undefined ? pictures : picturesOfViews())
    await captureScreenshot(browser, service, { session, folder, picture });
} finally {
  await browser.close();
  await receiver.close();
  await service.stop();
}
