import { Wayfare } from "@wayfare/sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nameOfFocused, tabTo } from "./keyboard.ts";
import { openSignedInPortal, type SignedInPortal } from "./signed-in-portal.ts";

const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const widths = [320, 380, 1280];

/** A date as it is typed into a date field in American English. */
const typedDate = (date: string) => date.slice(5, 7) + date.slice(8) + date.slice(0, 4);

let portal: SignedInPortal;

beforeAll(async () => {
  portal = await openSignedInPortal();
});

afterAll(() => portal?.close());

/** Presses Tab until the name of the focused control matches. */
async function tabToMatch(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    if (name.test(await nameOfFocused(page))) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Types into the next fields in the order of the form. */
async function fillIn(page: Page, values: readonly (readonly [label: string, text: string])[]): Promise<void> {
  for (const [label, text] of values) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
}

test("searches, books the first offer and cancels it with a quote, by keyboard alone", async () => {
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  await page.goto(`${portal.service.url}/flights`);
  await page.getByRole("combobox", { name: "From" }).waitFor();
  for (const [field, code] of [
    ["From", "JFK"],
    ["To", "LHR"],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(code);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
  }
  await tabTo(page, "Departure");
  await page.keyboard.type(typedDate(departure));
  await page.keyboard.press("Enter");
  await page.getByText(/\d+ flights, \d+ offers/).waitFor();
  await tabToMatch(page, /^Show details of /);
  await page.keyboard.press("Enter");
  await page
    .getByRole("link", { name: /^Book / })
    .first()
    .waitFor();
  await tabToMatch(page, /^Book /);
  await page.keyboard.press("Enter");

  await page.getByLabel("Given names").waitFor();
  await fillIn(page, [
    ["Given names", "Ada"],
    ["Family name", "Lovelace"],
  ]);
  await page.keyboard.press("Tab");
  await page.keyboard.type("03091987");
  await fillIn(page, [
    ["Email", "ada@example.com"],
    ["Phone", "+44 20 7946 0123"],
  ]);
  await expectAccessible("the travelers", widths);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Review" }).waitFor();
  await page.getByText("Ada Lovelace, adult, born 1987-03-09").waitFor();
  await expectAccessible("the review", widths);
  await tabToMatch(page, /^Book for /);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: /^Booking [A-Z0-9]+$/ }).waitFor();
  await page.getByText("Confirmed").waitFor();
  await expectAccessible("a booking", widths);
  await tabTo(page, "Cancel booking");
  await page.keyboard.press("Enter");
  await page.getByText(/You get/).waitFor();
  await tabTo(page, "Cancel booking");
  await page.keyboard.press("Enter");
  await page.getByText("Refund", { exact: true }).first().waitFor();
  await page.getByText("Cancelled").first().waitFor();

  await page.goto(`${portal.service.url}/bookings?status=cancelled`);
  await page.getByRole("link", { name: /^[A-Z0-9]{6}$/ }).waitFor();
  await expectAccessible("the bookings", widths);
  expectNoErrors();
  await close();
});

test("books an award, shows its miles and taxes, and returns the miles less the stated fee when it is cancelled", async () => {
  const { page, expectNoErrors, close } = await portal.visit();
  await page.goto(`${portal.service.url}/flights?from=JFK&to=LHR&depart=${departure}&pay=miles`);
  await page
    .getByRole("button", { name: /^Show details of / })
    .first()
    .click();
  await page
    .getByRole("link", { name: /^Book / })
    .first()
    .click();
  for (const [label, text] of [
    ["Given names", "Ada"],
    ["Family name", "Lovelace"],
    ["Date of birth", "1987-03-09"],
    ["Email", "ada@example.com"],
    ["Phone", "+442079460123"],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole("button", { name: "Review" }).click();
  const confirm = page.getByRole("button", { name: /^Book for .*[\d,]+ mi/ });
  const [, miles = "no miles"] = /([\d,]+) mi/.exec((await confirm.textContent()) ?? "") ?? [];
  const terms =
    (await page
      .getByText(/^Cancel before departure: /)
      .first()
      .textContent()) ?? "";
  const [, fee = "0"] = /: (\d+) miles/.exec(terms) ?? [];
  const returned = (Number(miles.replaceAll(",", "")) - Number(fee)).toLocaleString("en-US");
  await confirm.click();
  await page.getByRole("heading", { name: /^Booking [A-Z0-9]+$/ }).waitFor();
  await page
    .getByText(new RegExp(`^${miles} mi`))
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await page
    .getByRole("dialog")
    .getByText(new RegExp(`${returned} mi`))
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel booking" }).click();
  await page.getByText("Cancelled").first().waitFor();
  expectNoErrors();
  await close();
});

test("accepts a change by the airline, and cancels another booking for a full refund, by mouse", async () => {
  const { service } = portal;
  const client = new Wayfare({ baseUrl: service.url, apiKey: service.key });
  const { page, expectNoErrors, expectAccessible, close } = await portal.visit();
  const { flights } = await client.flights.search({ origin: "JFK", destination: "LHR", departureDate: departure });
  const offerId = flights[0]?.cash[0]?.id ?? "no offer";
  const book = () =>
    client.bookings.create({
      offerId,
      travelers: [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1987-03-09" }],
      contact: { email: "airline-changes@example.com", phone: "+442079460123" },
    });
  const [first, second] = [await book(), await book()];
  await client.testClock.advance({ seconds: 60 });
  for (const { id } of [first, second]) {
    await vi.waitFor(async () => expect((await client.bookings.get(id)).changes).toHaveLength(1), {
      timeout: 120_000,
      interval: 100,
    });
  }

  await page.goto(`${service.url}/bookings/${first.id}`);
  await page.getByText("The airline has changed this trip").waitFor();
  await page.getByText("Tax US", { exact: true }).waitFor();
  await expectAccessible("a pending change", widths);
  await page.getByRole("button", { name: "Accept the change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Accept the change" }).click();
  await page.getByText("The airline has changed this trip").waitFor({ state: "detached" });
  expect((await client.bookings.get(first.id)).changes).toMatchObject([{ status: "accepted" }]);

  await page.goto(`${service.url}/bookings/${second.id}`);
  await page.getByRole("button", { name: "Cancel the booking" }).click();
  await page.getByRole("dialog").getByText(`$${second.total?.amount}`).waitFor();
  await expectAccessible("the cancellation of a changed booking", widths);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the booking" }).click();
  await page.getByText("Cancelled").first().waitFor();
  expect((await client.bookings.get(second.id)).refund).toMatchObject({ money: second.total });
  await client.testClock.reset();
  expectNoErrors();
  await close();
});

test("shows the current offer of one that expired or does not exist", async () => {
  const { page, close } = await portal.visit();
  await page.goto(`${portal.service.url}/book/off_01kahz2j7p3v8c5m9n4q6r7s8t_0`);
  await page.getByText(/No such offer/).waitFor();
  expect(await page.getByRole("button", { name: "Review" }).count()).toBe(0);
  await close();
});
