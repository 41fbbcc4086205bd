import { json } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { sealOldBookings } from "../../src/bookings/seal-bookings.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { startApp } from "../access-app.ts";
import { book, contact, findOffer, parseBooking, traveler } from "../booking-requests.ts";
import { startMs, testSecrets } from "../running-app.ts";

const box = makeSecretBox(testSecrets, personalDataPurpose);
const { signal } = new AbortController();

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("stores no personal data of a booking in plain text, and seals that of older bookings", async () => {
    const { app, database } = await startApp(kind);
    const offerId = await findOffer(app);
    const [old, made] = [(await book(app, offerId)).booking, (await book(app, offerId)).booking];
    const readRows = async () => JSON.stringify(await database.query("SELECT * FROM bookings ORDER BY id LIMIT 10"));
    expect(await readRows()).not.toMatch(/Lovelace|ada@example|1987-03-09/);
    await database.execute(
      "UPDATE bookings SET travelers = $2, contact = $3, sealed_personal_data = NULL WHERE id = $1",
      [old.id, json([traveler]), json(contact)],
    );
    expect(await readRows()).toMatch(/Lovelace/);
    expect(await sealOldBookings({ database, box, nowMs: startMs }, signal)).toBe(1);
    expect(await sealOldBookings({ database, box, nowMs: startMs }, signal)).toBe(0);
    expect(await readRows()).not.toMatch(/Lovelace|ada@example|1987-03-09/);
    for (const { id } of [old, made]) {
      const read = parseBooking((await app.call(`/v1/bookings/${id}`)).text);
      expect(read).toMatchObject({ travelers: [traveler], contact });
    }
  });
});
