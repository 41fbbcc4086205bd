import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningService } from "../running-service.ts";
import { book } from "./bookings.ts";
import { operationsViews } from "./operations-views.ts";
import { portalViews } from "./portal-views.ts";
import { openPortalWithReceiver, type PortalWithReceiver } from "./portal-with-receiver.ts";

let portal: PortalWithReceiver;
let service: RunningService;

beforeAll(async () => {
  portal = await openPortalWithReceiver();
  ({ service } = portal);
  await post("/v1/applications", { name: "Web shop" });
  // Before there is an endpoint, so that none is told of the invoice.
  await post("/v1/billing/subscription/change", { plan: "pro" });
  portal.receiver.status = 500;
  await makeFailingEndpoint();
}, 240_000);

afterAll(() => portal?.close());

async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  const answer = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.ok, `${path} was answered ${answer.status}`).toBe(true);
}

/** An endpoint that has refused a booking, and two secrets. */
async function makeFailingEndpoint(): Promise<void> {
  const { page, close } = await portal.visit();
  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  await page.getByLabel("URL").fill(portal.receiver.url);
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

test("a style that a script writes, a picture without words, ink for one theme, a wide table and a wide line do not pass unnoticed", async () => {
  const { page, complaints, expectNoComplaint, expectSound, close } = await portal.visit();
  await page.goto(`${service.url}/applications`);
  await page.getByRole("link", { name: "Web shop" }).waitFor();
  await page.evaluate("document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))");
  expect(complaints).toStrictEqual([expect.stringContaining("Content Security Policy")]);
  expect(expectNoComplaint).toThrow();
  await page.evaluate("document.querySelector('main').append(document.createElement('img'))");
  await expect(expectSound("the planted picture")).rejects.toThrow("the planted picture");
  const replacePlanted = (by: string) =>
    page.evaluate(`document.querySelector('main > :last-child').replaceWith(${by})`);
  await replacePlanted(
    "Object.assign(document.createElement('p'), { className: 'text-on-test', textContent: 'dark ink' })",
  );
  await expect(expectSound("ink for one theme")).rejects.toThrow("ink for one theme at 1280 px, dark");
  await replacePlanted("Object.assign(document.createElement('table'), { width: '101%' })");
  await expect(expectSound("a wide table", [380])).rejects.toThrow("a wide table at 380 px has tables wider");
  await replacePlanted("Object.assign(document.createElement('p'), { textContent: 'wide'.repeat(400) })");
  await expect(expectSound("a wide line", [1280, 380])).rejects.toThrow("a wide line at 1280 px is wider");
  await close();
}, 90_000);

describe.each(Object.entries({ ...portalViews, ...operationsViews }))("%s", (name, { path, open, awaited }) => {
  test("has nothing that axe or the browser complains of in either theme, and fits a desk and a phone", async () => {
    const { page, expectNoComplaint, expectSound, close } = await portal.visit();
    await page.goto(service.url + path);
    await open(page);
    await expectSound(name, [1280, 380]);
    expectNoComplaint(awaited);
    await close();
  }, 90_000);
});
