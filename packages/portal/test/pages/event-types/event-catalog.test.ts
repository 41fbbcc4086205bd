import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { eventCatalog, eventTypes } from "@wayfare/contract";
import type { EventOf, EventTypeEntry } from "@wayfare/sdk";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EventCatalog } from "../../../src/pages/event-types/event-catalog.tsx";
import { readEventTypeFilters } from "../../../src/pages/event-types/filters.ts";

/** The catalog of the API. */
const entries = eventTypes.map((type): EventTypeEntry => {
  const { title, description, data, example } = eventCatalog[type];
  return { type, title, description, dataSchema: { ...data }, dataExample: { ...example } };
});

const revoked: EventOf<"key.revoked"> = {
  id: "evt_01kahz2j7p3v8c5m9n4q6r7s8t",
  type: "key.revoked",
  subject: "ak_01kahz2j7p3v8c5m9n4q6r7s8t",
  createdAt: "2026-11-21T07:33:00.000Z",
  environment: "test",
  applicationId: null,
  data: { ...eventCatalog["key.revoked"].example, name: "Key of the newest event" },
};

/** Renders the catalog as HTML, with a router for its links. */
async function render(props: Partial<ComponentProps<typeof EventCatalog>>): Promise<string> {
  const component = () => createElement(EventCatalog, { entries, events: [], shown: undefined, ...props });
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  await router.load();
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

const headingsIn = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
const codesIn = (html: string) =>
  [...html.matchAll(/<pre[^>]*><code>([^<]+)<\/code><\/pre>/g)].map(([, code = ""]): unknown =>
    JSON.parse(code.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&")),
  );

test("lists every event type with its condition and an example of its data", async () => {
  const html = await render({});
  expect(headingsIn(html)).toEqual([...eventTypes]);
  expect(codesIn(html)).toEqual(eventTypes.map((type) => eventCatalog[type].example));
  expect(html).not.toContain("Newest event");
  expect(html.match(/<p class="max-w-\[68ch\] text-ink-2">[^<]/g)).toHaveLength(eventTypes.length);
});

test("shows the members of the schema with their types and descriptions", async () => {
  const dataSchema = {
    type: "object",
    properties: { reason: { type: "string", enum: ["expired", "leaked"], description: "Reason of the revocation." } },
  };
  const entry = entries.find(({ type }) => type === "key.revoked");
  const html = await render({ entries: entry === undefined ? [] : [{ ...entry, dataSchema }] });
  expect(html).toMatch(
    /<dt[^>]*>reason<\/dt><dd><span[^>]*>expired or leaked<\/span> Reason of the revocation\.<\/dd>/,
  );
  const real = await render({ shown: "key.revoked" });
  for (const member of Object.keys(eventCatalog["key.revoked"].example)) expect(real).toContain(`>${member}</dt>`);
});

test("shows the newest event of a type in place of the example, with a link to it", async () => {
  const older = { ...revoked, id: "evt_00000000000000000000000000", data: { ...revoked.data, name: "Older" } };
  const html = await render({ shown: "key.revoked", events: [revoked, older] });
  expect(codesIn(html)).toEqual([revoked.data]);
  expect(html).toMatch(/Newest event, <a [^>]*href="\/events\/evt_01kahz2j7p3v8c5m9n4q6r7s8t"/);
  expect(html).toContain('<time dateTime="2026-11-21T07:33:00.000Z"');
  expect(codesIn(await render({ shown: "webhook.test", events: [revoked] }))).toEqual([
    eventCatalog["webhook.test"].example,
  ]);
});

test("shows only the type of the filter", async () => {
  expect(headingsIn(await render({ shown: "booking.confirmed" }))).toEqual(["booking.confirmed"]);
});

test("names an unknown type and links to all types", async () => {
  const { type } = readEventTypeFilters({ type: "booking.confirmd" });
  const html = await render({ shown: type });
  expect(headingsIn(html)).toEqual(["Unknown event type"]);
  expect(html).toMatch(/no event type <code[^>]*>booking\.confirmd<\/code>/);
  expect(html).toMatch(/<a [^>]*href="\/event-types"[^>]*>Show all event types<\/a>/);
});

test.each([[{}], [{ type: 7 }], [{ type: "" }], [{ type: "two words" }], [{ type: "x".repeat(101) }]])(
  "ignores the filter in %j",
  (search) => {
    expect(readEventTypeFilters(search)).toEqual({});
  },
);
