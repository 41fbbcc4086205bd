import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptedChanges } from "../scripts/accepted-changes.ts";
import { findBreakingChanges } from "../scripts/compatibility.ts";

/** Returns a union of objects whose `type` is one of the given texts. */
function unionOf(...types: string[]) {
  const alternative = (type: string) => ({ type: "object", required: ["type"], properties: { type: { const: type } } });
  return { oneOf: types.map(alternative), discriminator: { propertyName: "type" } };
}

/** Returns a small document with all compared parts. */
function makeDocument() {
  return {
    paths: {
      "/v1/trips/{id}": {
        post: {
          operationId: "changeTrip",
          security: [{ "trips.write": [] }, { admin: [] }] as Record<string, string[]>[],
          parameters: [
            { $ref: "#/components/parameters/TripId" },
            { in: "query", name: "limit", required: false, schema: { type: "integer", maximum: 200, default: 50 } },
          ] as object[],
          requestBody: {
            required: false,
            content: { "application/json": { schema: { $ref: "#/components/schemas/ChangeTrip" } } },
          },
          responses: {
            200: {
              headers: { "Request-Id": { schema: { type: "string" } } },
              content: { "application/json": { schema: { $ref: "#/components/schemas/Trip" } } },
            },
            404: { $ref: "#/components/responses/NotFound" },
          } as Record<string, { headers?: object; content?: object }>,
        },
      } as Record<string, object>,
    } as Record<string, Record<string, any>>, // oxlint-disable-line typescript/no-explicit-any -- tests modify any part
    webhooks: {
      "trip.changed": {
        post: { requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Trip" } } } } },
      },
    } as Record<string, object>,
    components: {
      parameters: { TripId: { in: "path", name: "id", required: true, schema: { type: "string" } } },
      responses: { NotFound: { content: { "application/problem+json": { schema: { type: "object" } } } } },
      schemas: {
        Cabin: { type: "string", enum: ["economy", "first"] },
        Status: { type: "string", enum: ["open", "done"], "x-extensible": true },
        ChangeTrip: {
          type: "object",
          additionalProperties: false,
          required: ["name"],
          properties: {
            name: { type: "string", minLength: 1, maxLength: 100, pattern: "^[a-z]+$" },
            cabin: { $ref: "#/components/schemas/Cabin" },
            seats: { type: ["integer", "null"], minimum: 1, maximum: 9 },
            codes: { type: "array", items: { type: "string" }, maxItems: 10 },
          },
        },
        Trip: {
          type: "object",
          required: ["id", "cabin"],
          properties: {
            id: { type: "string" },
            cabin: { $ref: "#/components/schemas/Cabin" },
            event: { ...unionOf("made", "left"), "x-extensible": true },
            price: unionOf("cash", "miles"),
            status: { anyOf: [{ $ref: "#/components/schemas/Status" }, { type: "null" }] },
            legs: {
              type: "array",
              items: { type: "object", required: ["at"], properties: { at: { type: "string", format: "date-time" } } },
            },
          },
        },
      } as Record<string, any>, // oxlint-disable-line typescript/no-explicit-any -- tests modify any part
    },
  };
}

type Document = ReturnType<typeof makeDocument>;
const operationOf = ({ paths }: Document) => paths["/v1/trips/{id}"]?.post;

const breaking: [name: string, change: (document: Document) => void, expected: string][] = [
  ["an operation is removed", ({ paths }) => delete paths["/v1/trips/{id}"], "the operation was removed"],
  ["an operationId changes", (d) => (operationOf(d).operationId = "editTrip"), "operationId"],
  ["an alternative scope is removed", (d) => operationOf(d).security.pop(), "security"],
  [
    "a second scheme is required too",
    (d) => (operationOf(d).security = [{ "trips.write": [], admin: [] }]),
    "security",
  ],
  ["a parameter is removed", (d) => operationOf(d).parameters.pop(), "query limit was removed"],
  ["a parameter becomes required", (d) => (operationOf(d).parameters[1].required = true), "query limit is required"],
  ["a default changes", (d) => (operationOf(d).parameters[1].schema.default = 20), "default"],
  ["a limit of a parameter is lowered", (d) => (operationOf(d).parameters[1].schema.maximum = 100), "maximum"],
  [
    "a required parameter is added",
    (d) => operationOf(d).parameters.push({ in: "query", name: "q", required: true, schema: { type: "string" } }),
    "query q is new and required",
  ],
  ["the body becomes required", (d) => (operationOf(d).requestBody.required = true), "body is required"],
  ["a request member is removed", (d) => delete d.components.schemas.ChangeTrip.properties.codes, "codes was removed"],
  [
    "a request member becomes required",
    (d) => d.components.schemas.ChangeTrip.required.push("cabin"),
    "cabin is required",
  ],
  [
    "a required request member is added",
    (d) => {
      d.components.schemas.ChangeTrip.properties.note = { type: "string" };
      d.components.schemas.ChangeTrip.required.push("note");
    },
    "note is required",
  ],
  ["a request enum loses a value", (d) => d.components.schemas.Cabin.enum.pop(), "the value first was removed"],
  ["a request type is narrowed", (d) => (d.components.schemas.ChangeTrip.properties.seats.type = "integer"), "null"],
  ["a request type changes", (d) => (d.components.schemas.ChangeTrip.properties.name.type = "integer"), "string"],
  ["a pattern changes", (d) => (d.components.schemas.ChangeTrip.properties.name.pattern = "^[a-c]+$"), "pattern"],
  ["a minimum is raised", (d) => (d.components.schemas.ChangeTrip.properties.seats.minimum = 2), "minimum"],
  ["a maximum length is lowered", (d) => (d.components.schemas.ChangeTrip.properties.name.maxLength = 50), "maxLength"],
  ["a maximum of items is lowered", (d) => (d.components.schemas.ChangeTrip.properties.codes.maxItems = 5), "maxItems"],
  ["items must be unique", (d) => (d.components.schemas.ChangeTrip.properties.codes.uniqueItems = true), "uniqueItems"],
  ["a success status is removed", (d) => delete operationOf(d).responses[200], "response 200 was removed"],
  ["a success status is added", (d) => (operationOf(d).responses[202] = {}), "response 202 is new"],
  ["a response header is removed", (d) => (operationOf(d).responses[200].headers = {}), "header Request-Id"],
  ["a content type is removed", (d) => (operationOf(d).responses[200].content = {}), "application/json was removed"],
  ["a response member is removed", (d) => delete d.components.schemas.Trip.properties.legs, "legs was removed"],
  ["a response member becomes optional", (d) => d.components.schemas.Trip.required.pop(), "cabin can be absent"],
  ["a response type changes", (d) => (d.components.schemas.Trip.properties.id.type = "integer"), "integer is new"],
  [
    "a response becomes nullable",
    (d) => (d.components.schemas.Trip.properties.id.type = ["string", "null"]),
    "null is new",
  ],
  [
    "a response format changes",
    (d) => (d.components.schemas.Trip.properties.legs.items.properties.at.format = "date"),
    "format",
  ],
  ["a closed response enum gains a value", (d) => d.components.schemas.Cabin.enum.push("business"), "business is new"],
  [
    "a closed union of a response gains an alternative",
    (d) => d.components.schemas.Trip.properties.price.oneOf.push(...unionOf("points").oneOf),
    "an alternative was changed",
  ],
  [
    "an alternative of an open union changes",
    (d) => (d.components.schemas.Trip.properties.event.oneOf[1].required = []),
    "an alternative was changed",
  ],
  ["a webhook is removed", (d) => delete d.webhooks["trip.changed"], "the webhook was removed"],
  [
    "an enum of a request becomes a pattern that rejects one of its values",
    (d) => (d.components.schemas.Cabin = { type: "string", pattern: "^e" }),
    "the value first is rejected now",
  ],
];

test.each(breaking)("reports that %s", (_name, change, expected) => {
  const document = makeDocument();
  change(document);
  expect(findBreakingChanges(makeDocument(), document).join("\n")).toContain(expected);
});

const additive: [name: string, change: (document: Document) => void][] = [
  ["nothing changes", () => {}],
  ["a path is added", ({ paths }) => (paths["/v1/cars"] = { get: { operationId: "listCars", responses: {} } })],
  ["an optional parameter is added", (d) => operationOf(d).parameters.push({ in: "query", name: "q", schema: {} })],
  ["an alternative scope is added", (d) => operationOf(d).security.push({ "trips.read": [] })],
  [
    "an optional request member is added",
    (d) => (d.components.schemas.ChangeTrip.properties.note = { type: "string" }),
  ],
  ["a request member becomes optional", (d) => d.components.schemas.ChangeTrip.required.pop()],
  ["a limit is raised", (d) => (d.components.schemas.ChangeTrip.properties.name.maxLength = 200)],
  [
    "an open enum becomes a pattern that its values match",
    (d) => (d.components.schemas.Status = { type: "string", pattern: "^[a-z]+$", maxLength: 9 }),
  ],
  ["a pattern is removed", (d) => delete d.components.schemas.ChangeTrip.properties.name.pattern],
  [
    "a request member becomes nullable",
    (d) => (d.components.schemas.ChangeTrip.properties.name.type = ["string", "null"]),
  ],
  ["a response member is added", (d) => (d.components.schemas.Trip.properties.note = { type: "string" })],
  ["a response member becomes required", (d) => d.components.schemas.Trip.required.push("legs")],
  ["an open response enum gains a value", (d) => d.components.schemas.Status.enum.push("late")],
  [
    "an open union of a response gains an alternative",
    (d) => d.components.schemas.Trip.properties.event.oneOf.push(...unionOf("late").oneOf),
  ],
  ["an error status is added", (d) => (operationOf(d).responses[409] = {})],
  ["a description changes", (d) => (d.components.schemas.Trip.description = "A trip.")],
  ["a webhook is added", (d) => (d.webhooks["trip.deleted"] = { post: {} })],
  [
    "a schema is renamed",
    (d) => {
      d.components.schemas.Journey = d.components.schemas.Trip;
      operationOf(d).responses[200].content["application/json"].schema.$ref = "#/components/schemas/Journey";
    },
  ],
];

test.each(additive)("accepts that %s", (_name, change) => {
  const document = makeDocument();
  change(document);
  expect(findBreakingChanges(makeDocument(), document)).toEqual([]);
});

test("finds only accepted breaking changes between the released document and the current one", () => {
  const [released, current] = ["released/openapi-v1.json", "openapi.json"].map((name) =>
    JSON.parse(readFileSync(join(import.meta.dirname, "../docs/reference", name), "utf8")),
  );
  const changes = findBreakingChanges(released, current);
  expect(changes.toSorted()).toEqual(Object.values(acceptedChanges).flat().toSorted());
});
