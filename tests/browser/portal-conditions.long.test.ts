import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningService } from "../running-service.ts";
import { owner } from "./portal-sign-in.ts";
import { visit } from "./portal-visit.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

/** The browser's console messages for responses and requests that fail on purpose. */
const failedOnPurpose =
  /^Failed to load resource: (the server responded with a status of 40[134]|net::ERR_FAILED)|chunk not loaded/;

/** The longest names that the API takes, without a place to break. */
const longName = "W".repeat(100);
const longUrl = `https://example.com/${"hooks".repeat(36)}`;

let portal: SignedInPortal;
let service: RunningService;

beforeAll(async () => {
  portal = await openSignedInPortal();
  ({ service } = portal);
});

afterAll(() => portal?.close());

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  const response = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.ok, `${path} returned ${response.status}`).toBe(true);
  return JSON.parse(await response.text());
}

test("opens a sign-in link that is pasted into an open sign-in page", async () => {
  const { page, close } = await visit(portal.browser);
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await page.evaluate("location.hash = 'a-token-of-a-link'");
  await page.getByRole("heading", { name: "Sign in with your link" }).waitFor();
  expect(page.url()).toBe(`${service.url}/sign-in`);
  await close();
});

test("a dialog of an ended session shows the sign-in and keeps its input", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await visit(portal.browser, {
    storageState: portal.storageState,
  });
  await page.goto(`${service.url}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("After the break");
  await page.context().clearCookies();
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await ended.getByLabel("Email").fill(owner.email);
  await expectAccessible("the ended session", [380, 1280]);
  await ended.getByLabel("Password", { exact: true }).fill(owner.password);
  await ended.getByRole("button", { name: "Sign in" }).click();
  await ended.waitFor({ state: "hidden" });
  const dialog = page.getByRole("dialog", { name: "Create test key" });
  expect(await dialog.getByLabel("Name").inputValue()).toBe("After the break");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Your new key" }).waitFor();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  portal.storageState = await page.context().storageState();
  expectNoErrors(failedOnPurpose);
  await close();
});

test("shows its own notice when a page cannot be loaded, and loads it when the service is back", async () => {
  const { page, expectNoErrors, close } = await visit(portal.browser, { storageState: portal.storageState });
  const unreachable = ["**/assets/suppliers-*.js", "**/healthz"];
  for (const path of unreachable) await page.route(path, (route) => route.abort());
  await page.goto(`${service.url}/keys`);
  await page.getByRole("link", { name: "Suppliers", exact: true }).click();
  await page.getByRole("alert").getByText("Cannot reach the service").waitFor();
  expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(1);
  for (const path of unreachable) await page.unroute(path);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Duffel" }).waitFor();
  expectNoErrors(failedOnPurpose);
  await close();
});

test("shows how far the test clock is ahead, counts down by it, keeps the audit log in real time, and resets it", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  const { id } = await post<{ id: string }>("/v1/keys", {
    name: "Revoked ahead",
    environment: "test",
    scopes: ["usage.read"],
  });
  await post("/v1/test/clock/advance", { seconds: 32 * 3600 });
  await page.goto(`${service.url}/keys/${id}`);
  await page.getByText("Test clock 32 h 00 min ahead").waitFor();
  await expectAccessible("the test clock in the header", [1280, 380, 320]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  const seconds = Number.parseInt((await page.getByRole("timer").textContent()) ?? "", 10);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  await page.goto(`${service.url}/audit`);
  const newest = page.getByRole("row").nth(1).locator("time");
  const at = Date.parse((await newest.getAttribute("datetime")) ?? "");
  expect(Math.abs(at - Date.now())).toBeLessThan(3_600_000);
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset test clock" }).click();
  await page.getByRole("banner").getByText("ahead").waitFor({ state: "detached" });
  expectNoErrors();
  await close();
});

test("a page needs at most twelve requests", async () => {
  const counts: Record<string, number> = {};
  const { page, close } = await portal.visit();
  const urls = new Set<string>();
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) urls.add(request.url());
  });
  for (const path of [
    "/sign-in",
    "/",
    "/flights",
    "/keys",
    "/webhooks",
    "/deliveries",
    "/requests",
    "/usage",
    "/billing",
    "/audit",
    "/settings",
    "/bookings",
    "/suppliers",
  ]) {
    urls.clear();
    await page.goto(service.url + path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle").catch(() => undefined);
    counts[path] = [...urls].filter((url) => !isPreload(url, path)).length;
  }
  expect(Object.entries(counts).filter(([, count]) => count > 12)).toStrictEqual([]);
  expect(counts["/"]).toBeGreaterThan(5);
  await close();
});

/** Returns true for the chunk of another page, which is loaded when the browser is idle. */
function isPreload(url: string, path: string): boolean {
  const area = /\/assets\/([a-z-]+)-[\w-]{8}\.(js|css)$/.exec(url)?.[1];
  const own = path === "/" ? "overview" : path.slice(1);
  return area !== undefined && !["index", "map", own].includes(area);
}

describe("with 220 keys and the longest names", () => {
  const paths = [
    "/",
    "/flights",
    "/keys",
    "/applications",
    "/webhooks",
    "/deliveries",
    "/events",
    "/event-types",
    "/usage",
    "/billing",
    "/requests",
    "/audit",
    "/settings",
    "/settings?tab=team",
    "/suppliers",
    "/bookings",
    "/guide",
  ];
  let keyId: string;
  const secrets: string[] = [];

  beforeAll(async () => {
    const application = await post<{ id: string }>("/v1/applications", { name: longName, description: longUrl });
    paths.push(`/applications/${application.id}`);
    const metadata = { [longName.slice(0, 40)]: longUrl.slice(0, 200) };
    const key = await post<{ id: string }>("/v1/keys", {
      name: longName,
      environment: "test",
      scopes: ["usage.read"],
      applicationId: application.id,
      metadata,
    });
    keyId = key.id;
    const webhook = await post<{ id: string }>("/v1/webhooks", {
      url: longUrl,
      events: ["*"],
      description: longName,
      metadata,
    });
    paths.push(`/keys/${key.id}`, `/webhooks/${webhook.id}`);
    for (let count = 0; count < 220; count++) {
      const { secret } = await post<{ secret: string }>("/v1/keys", {
        name: `Bulk ${count}`,
        environment: "test",
        scopes: ["usage.read"],
      });
      secrets.push(secret);
    }
  });

  async function widthsBeyond(page: Page): Promise<string> {
    return page.evaluate<string>(`(() => {
      const root = document.documentElement;
      if (root.scrollWidth <= root.clientWidth) return "";
      const wide = [...document.querySelectorAll("body *")]
        .filter((each) => each.getBoundingClientRect().right > root.clientWidth + 0.5)
        .map((each) => each.tagName + "." + each.className + ": " + (each.textContent ?? "").slice(0, 40));
      return root.scrollWidth + " of " + root.clientWidth + ": " + wide.slice(-3).join(" | ");
    })()`);
  }

  test("every page fits 320, 380 and 1280 px", async () => {
    const { page, expectNoErrors, close } = await portal.visit();
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(service.url + path);
      await page.locator("main h1").first().waitFor();
      await page.waitForLoadState("load");
      for (const width of [1280, 380, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const beyond = await widthsBeyond(page);
        if (beyond !== "") found.push(`${path} at ${width} px: ${beyond}`);
      }
    }
    expect(found).toStrictEqual([]);
    expectNoErrors();
    await close();
  });

  test("a confirmation with a long name shows its title, text and button whole", async () => {
    const { page, close } = await portal.visit();
    for (const width of [1280, 380, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${service.url}/keys/${keyId}`);
      await page.getByRole("button", { name: "Revoke" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Revoke key" }).waitFor();
      const overflow = await page.evaluate<number>(
        `Math.max(...[...document.querySelectorAll("dialog[open], dialog[open] *")]
            .filter((each) => getComputedStyle(each).display !== "inline")
            .map((each) => each.scrollWidth - each.clientWidth))`,
      );
      expect(overflow, `at ${width} px`).toBeLessThanOrEqual(1);
    }
    await close();
  });

  test("names the caller of a request and finds its key beyond the newest 200", async () => {
    await fetch(`${service.url}/v1/places?q=lis`, { headers: { authorization: `Bearer ${service.key}` } });
    const { page, expectNoErrors, close } = await portal.visit();
    await page.goto(`${service.url}/requests?route=/v1/places`);
    await page.getByRole("cell", { name: "First key" }).first().waitFor();
    const field = page.getByLabel("Key", { exact: true });
    await field.fill("first k");
    const option = page.locator("datalist option").filter({ hasText: "" }).first();
    await expect.poll(() => option.getAttribute("value")).toMatch(/^First key · /);
    await field.fill((await option.getAttribute("value")) ?? "");
    await page.waitForURL(/keyId=ak_/);
    expectNoErrors();
    await close();
  });

  test("searches, sorts, limits the time and exports lists", async () => {
    const { page, expectNoErrors, close } = await portal.visit();
    await page.goto(`${service.url}/keys`);
    await page.getByLabel("Search").fill("bulk 21");
    await page.waitForURL(/search=bulk/);
    await expect.poll(() => page.getByRole("row").count()).toBe(12);
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await page.getByRole("button", { name: "Name", exact: true }).click();
    expect(await page.getByRole("row").nth(1).textContent()).toContain("Bulk 219");

    await page.goto(`${service.url}/requests?span=hour`);
    expect(await page.getByLabel("Time").inputValue()).toBe("hour");
    await page.getByRole("cell", { name: "First key" }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^wayfare-requests-test-\d{4}-\d\d-\d\d\.csv$/);
    const [header, ...rows] = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(header).toBe("\uFEFFtime,id,method,route,status,durationMs,keyId,userId,applicationId,address,operation");
    expect(rows.length).toBeGreaterThan(220);
    expect(rows.at(-1)).toBe("");
    expect(rows[0]?.split(",")).toHaveLength(11);
    expectNoErrors();
    await close();
  });

  test("a list with more than 10,000 rows shows its newest page, loads older ones on request, and exports the newest 10,000", async () => {
    // Beyond the limit of the account, requests are refused and listed too.
    for (const secret of secrets) {
      const headers = { authorization: `Bearer ${secret}` };
      const statuses = await Promise.all(
        Array.from({ length: 46 }, async () => (await fetch(`${service.url}/v1/places?q=lis`, { headers })).status),
      );
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toStrictEqual([]);
    }
    const { page, expectNoErrors, close } = await portal.visit();
    await page.goto(`${service.url}/requests?route=/v1/places`);
    const rows = page.getByRole("table").getByRole("row");
    await page.getByRole("cell", { name: /^Bulk/ }).first().waitFor();
    const firstPage = await rows.count();
    expect(firstPage, "rows of the first page").toBeLessThanOrEqual(201);
    await page.getByRole("button", { name: "Show older" }).click();
    await expect.poll(() => rows.count()).toBe(2 * firstPage - 1);
    await page.getByRole("button", { name: "Duration", exact: true }).click();
    await page.locator("th[aria-sort]").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    await page.getByText("The newest 10,000 rows are exported.").waitFor();
    const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(lines).toHaveLength(10_002);
    expect(new Set(lines.slice(1, -1).map((line) => line.split(",")[1])).size, "different requests").toBe(10_000);
    expectNoErrors();
    await close();
  });
});
