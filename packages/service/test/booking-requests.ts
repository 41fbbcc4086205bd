import type { Booking } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { personalDataPurpose } from "../src/bookings/personal-data.ts";
import { runSandboxSteps } from "../src/bookings/sandbox-steps.ts";
import { makeSecretBox } from "../src/secrets/secret-box.ts";
import { goodSearch, type RunningApp, testSecrets } from "./running-app.ts";

export const traveler = { type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1987-03-09" };
export const contact = { email: "ada@example.com", phone: "+442079460123" };

/** Finds the first offer of a search that matches, by default a cash offer. */
export async function findOffer(
  app: RunningApp,
  search: object = {},
  kind: "cash" | "award" = "cash",
  key = app.key,
): Promise<string> {
  const answer = await app.call("/v1/flights/search", { key, body: { ...goodSearch, includeAward: true, ...search } });
  const offer = answer.body.flights?.flatMap((flight): { id: string }[] => flight[kind])[0];
  if (offer === undefined) throw new Error(`no offer: ${answer.text}`);
  return offer.id;
}

/** Sends a booking; `booking` is the response body. */
export async function book(
  app: RunningApp,
  offerId: string,
  {
    key = app.key,
    headers = {},
    ...changes
  }: { key?: string; headers?: Record<string, string>; [member: string]: unknown } = {},
) {
  const body = { offerId, travelers: [traveler], contact, ...changes };
  const answer = await app.call("/v1/bookings", { key, headers, body });
  return { ...answer, code: answer.body.code, booking: parseBooking(answer.text) };
}

/** Lets the airline change a booking for `airline-changes@`, a minute later by the clock of the app. Returns the change. */
export async function announceChange(
  { clock, call }: RunningApp,
  database: Database,
  bookingId: string,
  key?: string,
): Promise<Booking["changes"][number]> {
  clock.advance(60_000);
  await runSandboxSteps({ database, box: makeSecretBox(testSecrets, personalDataPurpose) }, clock);
  const { text } = await call(`/v1/bookings/${bookingId}`, key === undefined ? {} : { key });
  const [change] = parseBooking(text).changes;
  if (change === undefined) throw new Error(`no change: ${text}`);
  return change;
}

export function parseBooking(text: string): Booking {
  return JSON.parse(text);
}
