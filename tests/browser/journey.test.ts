import { afterAll, beforeAll, expect, test } from "vitest";
import { book } from "./bookings.ts";
import { readShownOnce } from "./shown-once.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";

const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

let portal: SignedInPortal;
let receiver: Receiver;

beforeAll(async () => {
  [portal, receiver] = await Promise.all([openSignedInPortal(), openReceiver()]);
}, 180_000);

afterAll(async () => {
  await portal?.close();
  await receiver?.close();
});

test("after signing in by the first link: a key, a search, an endpoint, and the delivery of a booking made with the key", {
  timeout: 180_000,
}, async () => {
  const { service } = portal;
  const { page, expectNoComplaint, expectSound, close } = await portal.visit();
  await page.goto(`${service.url}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Checkout");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  expect(await readShownOnce(page)).toMatch(/^key_test_[0-9A-Za-z]{49}$/);
  await page.getByRole("link", { name: "Checkout" }).waitFor();

  await page.goto(`${service.url}/flights`);
  await page.getByRole("combobox", { name: "From" }).fill("new york");
  await page.getByRole("option", { name: /all airports/ }).click();
  await page.getByRole("combobox", { name: "To", exact: true }).fill("LIS");
  await page.getByLabel("Departure").fill(departure);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  expect(new URL(page.url()).search).toBe(`?from=NYC&to=LIS&depart=${departure}`);

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
  await expectSound("the endpoint");
  expectNoComplaint();
  await close();
});
