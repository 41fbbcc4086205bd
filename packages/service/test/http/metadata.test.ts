import type { Booking, Metadata } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { plainKey, shareApp } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { readDocument } from "../documented.ts";

const metadata: Metadata = { orderId: "8731", "Käufer 1": "", constructor: "x", note: "\u{1F6EB}".repeat(500) };

const resources = {
  keys: plainKey,
  applications: { name: "Shop" },
  webhooks: { url: "https://example.com/webhooks", events: ["*"] },
} as const;
const names = ["keys", "applications", "webhooks"] as const;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  async function call(path: string, options: { method?: string; body?: unknown } = {}) {
    const answer = await shared().app.call(path, options);
    const body: { id: string; metadata: Metadata } = JSON.parse(answer.text);
    return { ...answer, body };
  }

  test.each(names)("%s store metadata, and a change replaces all of it", async (name) => {
    const findMismatch = await readDocument(shared().app);
    const plain = await call(`/v1/${name}`, { body: resources[name] });
    expect(plain.body.metadata).toEqual({});
    const made = await call(`/v1/${name}`, { body: { ...resources[name], metadata } });
    expect(made).toMatchObject({ status: 201, body: { metadata } });
    const path = `/v1/${name}/${made.body.id}`;
    const change = (body: object) => call(path, { method: "PATCH", body });
    const read = async () => (await call(path)).body.metadata;
    expect(await read()).toEqual(metadata);
    const { data } = JSON.parse((await shared().app.call(`/v1/${name}`)).text);
    expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ id: made.body.id, metadata })]));
    await change(name === "webhooks" ? { description: "Other" } : { name: "Other" });
    expect(await read()).toEqual(metadata);
    const changed = await change({ metadata: { team: "web" } });
    expect(changed.body.metadata).toEqual({ team: "web" });
    expect(findMismatch(`/v1/${name}/{id}`, "patch", changed)).toBeNull();
    expect(await read()).toEqual({ team: "web" });
    await change({ metadata: {} });
    expect(await read()).toEqual({});
  });

  test("a rolled key keeps its metadata", async () => {
    const { body } = await call("/v1/keys", { body: { ...plainKey, metadata } });
    const rolled = await call(`/v1/keys/${body.id}/roll`, { method: "POST" });
    expect(rolled).toMatchObject({ status: 201, body: { metadata } });
  });

  test("metadata of a booking is in its responses and events", async () => {
    const { app, database } = shared();
    const { booking } = await book(app, await findOffer(app), { metadata });
    expect(booking.metadata).toEqual(metadata);
    const read: Booking = JSON.parse((await app.call(`/v1/bookings/${booking.id}`)).text);
    expect(read.metadata).toEqual(metadata);
    await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
    const events = await database.query<{ type: string; data: { metadata: Metadata } }>(
      "SELECT type, data FROM events WHERE data->>'bookingId' = $1 ORDER BY id",
      [booking.id],
    );
    expect(events.map(({ data }) => data.metadata)).toEqual([metadata, metadata]);
  });

  test.each(names)("%s reject invalid metadata with a pointer", async (name) => {
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, "x"]));
    const faults: [unknown, string, string][] = [
      [pairs(21), "/metadata", "LENGTH"],
      [{ orderId: 8731 }, "/metadata/orderId", "TYPE"],
      [{ orderId: null }, "/metadata/orderId", "TYPE"],
      [{ orderId: "x".repeat(501) }, "/metadata/orderId", "LENGTH"],
      [{ orderId: "a\0" }, "/metadata/orderId", "PATTERN"],
      [{ orderId: "\uDC00" }, "/metadata/orderId", "PATTERN"],
      [{ ["x".repeat(41)]: "x" }, `/metadata/${"x".repeat(41)}`, "LENGTH"],
      [{ "": "x" }, "/metadata/", "LENGTH"],
      [{ "a\0": "x" }, "/metadata/a\0", "PATTERN"],
      [{ "a\nb": "x" }, "/metadata/a\nb", "PATTERN"],
      [{ "a/b~": { c: "x" } }, "/metadata/a~1b~0", "TYPE"],
      [null, "/metadata", "TYPE"],
      [["x"], "/metadata", "TYPE"],
    ];
    const { body } = await call(`/v1/${name}`, { body: { ...resources[name], metadata: pairs(20) } });
    for (const [wrong, pointer, code] of faults) {
      const made = await call(`/v1/${name}`, { body: { ...resources[name], metadata: wrong } });
      const changed = await call(`/v1/${name}/${body.id}`, { method: "PATCH", body: { metadata: wrong } });
      for (const answer of [made, changed]) {
        expect(answer, pointer).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
        expect(answer.body, pointer).toMatchObject({
          errors: expect.arrayContaining([expect.objectContaining({ pointer, code })]),
        });
      }
    }
  });

  test("the detail names a faulty metadata name", async () => {
    const answer = await call("/v1/applications", { body: { name: "Shop", metadata: { ["x".repeat(41)]: "x" } } });
    expect(answer.body).toMatchObject({
      errors: [{ detail: `The member name \`metadata.${"x".repeat(41)}\` must have at most 40 characters.` }],
    });
  });
});
