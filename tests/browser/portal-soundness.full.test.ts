import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningService } from "../running-service.ts";
import { book } from "./bookings.ts";
import { operationsViews } from "./operations-views.ts";
import { owner } from "./portal-sign-in.ts";
import { portalViews } from "./portal-views.ts";
import type { Visit } from "./portal-visit.ts";
import { openPortalWithReceiver, type PortalWithReceiver } from "./portal-with-receiver.ts";

let portal: PortalWithReceiver;
let service: RunningService;
/** One window for all views, whose scripts it loads once. */
let shared: Visit;
/** Time of the last step-up of its session. */
let steppedUpAtMs = Number.NEGATIVE_INFINITY;

beforeAll(async () => {
  portal = await openPortalWithReceiver();
  ({ service } = portal);
  await post("/v1/applications", { name: "Web shop" });
  const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const watched = { origin: "JFK", destination: "LIS", departureDate, includeAward: true };
  await post("/v1/watches", { search: watched, condition: { maxPrice: { amount: "9000", currency: "USD" } } });
  // Before an endpoint exists, so that none receives the invoice event.
  await post("/v1/billing/subscription/change", { plan: "pro" });
  portal.receiver.status = 500;
  await makeFailingEndpoint();
  shared = await portal.visit();
});

afterAll(() => portal?.close());

async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  const response = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.ok, `${path} returned ${response.status}`).toBe(true);
}

/** Steps up the session every few minutes, because a step-up lasts for ten, and all views take longer on a busy machine. */
async function keepSteppedUp({ page }: Visit): Promise<void> {
  if (Date.now() < steppedUpAtMs + 120_000) return;
  steppedUpAtMs = Date.now();
  const { password } = owner;
  const response = await page.request.post(`${service.url}/portal/step-up`, {
    data: { password },
    headers: { origin: service.url },
  });
  expect(response.ok(), `the step-up returned ${response.status()}`).toBe(true);
}

/** Creates an endpoint with a failed delivery and two secrets. */
async function makeFailingEndpoint(): Promise<void> {
  const { page, close } = await portal.visit();
  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  await page.getByLabel("URL").fill(portal.receiver.url);
  await page.getByRole("dialog").getByRole("button", { name: "Register endpoint" }).click();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await page.getByRole("button", { name: "Send test event" }).waitFor();
  await book(service);
  await page.getByText("Retrying", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await close();
}

test("detects a style set by a script, an image without alternative text, text with low contrast in one theme, a wide table and a wide line", async () => {
  const { page, errors, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${service.url}/applications`);
  await page.getByRole("link", { name: "Web shop" }).waitFor();
  await page.evaluate("document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))");
  expect(errors).toStrictEqual([expect.stringContaining("Content Security Policy")]);
  expect(expectNoErrors).toThrow();
  await page.evaluate("document.querySelector('main').append(document.createElement('img'))");
  await expect(expectAccessible("the planted image")).rejects.toThrow("the planted image");
  const replacePlanted = (by: string) =>
    page.evaluate(`document.querySelector('main > :last-child').replaceWith(${by})`);
  await replacePlanted(
    "Object.assign(document.createElement('p'), { className: 'text-on-test', textContent: 'low contrast' })",
  );
  await expect(expectAccessible("low contrast in one theme")).rejects.toThrow(
    "low contrast in one theme at 1280 px, dark",
  );
  await replacePlanted("Object.assign(document.createElement('table'), { width: '101%' })");
  await expect(expectAccessible("a wide table", [380])).rejects.toThrow("a wide table at 380 px has tables wider");
  await replacePlanted("Object.assign(document.createElement('p'), { textContent: 'wide'.repeat(400) })");
  await expect(expectAccessible("a wide line", [1280, 380])).rejects.toThrow("a wide line at 1280 px is wider");
  await close();
});

describe.each(Object.entries({ ...portalViews, ...operationsViews }))("%s", (name, { path, open, expectedErrors }) => {
  test("has no axe violation and no browser error in either theme, and fits desktop and phone widths", async () => {
    const { page, expectNoErrors, expectAccessible } = shared;
    await page.goto("about:blank");
    await keepSteppedUp(shared);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(service.url + path);
    await open(page);
    await expectAccessible(name, [1280, 380]);
    expectNoErrors(expectedErrors);
  });
});
