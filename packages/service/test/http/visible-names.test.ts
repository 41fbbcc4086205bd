import { nameTextPattern } from "@wayfare/contract";
import { expect, test } from "vitest";
import { plainKey, shareApp } from "../access-app.ts";
import { contact, traveler } from "../booking-requests.ts";
import { signInAs } from "../browser-session.ts";

const shared = shareApp("pglite");

const invisible = ["\u200b", "\u200b\u200c \u2060", "\u00ad", "\u3164", "\u2800", "\u{e0041}", "\ufe0f", "\u00a0"];
const reordering = [
  "Ada\u202eecalevoL",
  "\u202aAda",
  "\u202bAda",
  "\u202dAda",
  "Ada\u2066",
  "\u2067Ada",
  "\u2068Ada\u2069",
];
const visible = ["Ada", "José", "محمد", "می\u200cخواهم", "Ада", "李", "O'Brien\u2011Smith", "👩\u200d🚀", "\u200eA"];

test("a name requires a visible character and no bidirectional control characters", () => {
  const pattern = new RegExp(nameTextPattern, "u");
  for (const name of [...invisible, ...reordering, "", "a\u2028b", "a\u0085b"]) {
    expect(pattern.test(name) && name !== "", JSON.stringify(name)).toBe(false);
  }
  for (const name of visible) expect(pattern.test(name), JSON.stringify(name)).toBe(true);
});

test("rejects invisible and bidirectional names of keys, applications, travelers and users", async () => {
  const { app, database } = shared();
  const browser = await signInAs({ app, database });
  const offerId = "off_01kahz2j7p3v8c5m9n4q6r7s8t_0";
  for (const name of [invisible[0], reordering[0]]) {
    const refused = { status: 400, body: { code: "REQUEST_INVALID" } };
    expect(await app.call("/v1/keys", { body: { ...plainKey, name } })).toMatchObject(refused);
    expect(await app.call("/v1/applications", { body: { name } })).toMatchObject(refused);
    const booking = { offerId, travelers: [{ ...traveler, givenName: name }], contact };
    expect(await app.call("/v1/bookings", { body: booking })).toMatchObject(refused);
    const profile = { name, email: "ada@example.com" };
    expect(await browser.call("/portal/profile", { method: "PUT", body: profile })).toMatchObject(refused);
  }
  expect((await app.call("/v1/applications", { body: { name: visible[3] } })).status).toBe(201);
});
