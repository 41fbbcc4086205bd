import { afterAll, beforeAll, expect, test } from "vitest";
import { book } from "./bookings.ts";
import { searchFlights } from "./flight-search.ts";
import { openPortalWithReceiver, type PortalWithReceiver } from "./portal-with-receiver.ts";
import { readShownOnce } from "./shown-once.ts";

let portal: PortalWithReceiver;

beforeAll(async () => {
  portal = await openPortalWithReceiver();
});

afterAll(() => portal?.close());

test("signs in with the first link, creates a key, searches, registers an endpoint and shows the delivery of a booking", {
  timeout: 600_000,
}, async () => {
  const { service, receiver } = portal;
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${service.url}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Checkout");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  expect(await readShownOnce(page)).toMatch(/^key_test_[0-9A-Za-z]{49}$/);
  await page.getByRole("link", { name: "Checkout" }).waitFor();

  await searchFlights(page, service.url);

  await page.goto(`${service.url}/webhooks`);
  await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
  await page.getByRole("button", { name: "Register endpoint" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByRole("button", { name: "Register endpoint" }).click();
  await readShownOnce(page);
  await page.getByRole("button", { name: "Send test event" }).waitFor();
  await book(service);
  await page.getByRole("link", { name: "booking.confirmed" }).waitFor();
  await page.getByText("Delivered").first().waitFor();
  await expectAccessible("the endpoint");
  expectNoErrors();
  await close();
});
