import { readFileSync } from "node:fs";
import * as contract from "@wayfare/contract";
import { expect, test } from "vitest";

/** An object member or a query parameter. */
interface WireName {
  path: string;
  name: string;
  schema: Record<string, unknown>;
  isQuery: boolean;
}

const rules: Record<string, (wire: WireName) => boolean> = {
  // A condition applies until a time, and an operator states the outcome of an order.
  "a date-time ends in `At`": ({ path, name, schema }) =>
    String(schema["format"]).endsWith("date-time") && !/At$|^(from|to|now)$/.test(name) && !isNamed(path, name),
  "one word for one thing": ({ path, name }) =>
    !isNamed(path, name) && ["at", "start", "end", "since", "until", "state", "outcome", "action"].includes(name),
  "an id in a query ends in `Id`": ({ name, schema, isQuery }) =>
    isQuery && /^\^[a-z[\]+|()]+_/.test(String(schema["pattern"])) && !name.endsWith("Id"),
  // A query parameter cannot be an object.
  "an amount is a Money object": ({ path, name, schema, isQuery }) =>
    !isQuery &&
    !/\/Money(Schema)?$/.test(path) &&
    (isDecimalText(schema) ||
      (/(?:amount|price|total|due|tax|discount|balance|cost|perSearch)$/i.test(name) && hasType(schema, "string")) ||
      (/(?:amount|unitPrice|overagePerSearch|minor|cents|dollars)$/i.test(name) &&
        (hasType(schema, "integer") || hasType(schema, "number")))),
};

/** True for the members whose names differ from the rules: `until` of a condition, `outcome` of a settlement. */
function isNamed(path: string, name: string): boolean {
  const named: Record<string, RegExp> = { until: /\/Condition(Schema)?$/, outcome: /\/SettleBooking(Schema)?$/ };
  return named[name]?.test(path) === true;
}

function hasType({ type }: Record<string, unknown>, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function isDecimalText(schema: Record<string, unknown>): boolean {
  const { examples } = schema;
  const isDecimal = (example: unknown) => typeof example === "string" && /^-?\d+\.\d+$/.test(example);
  return hasType(schema, "string") && Array.isArray(examples) && examples.some(isDecimal);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Returns all members and query parameters of a document or schema, except those in examples. */
function* namesIn(value: unknown, path = ""): Generator<WireName> {
  if (!isObject(value)) return;
  const { properties, in: place, name, schema } = value;
  if (typeof name === "string" && typeof place === "string" && isObject(schema)) {
    yield { path, name, schema, isQuery: place === "query" };
  }
  if (isObject(properties)) {
    for (const [member, each] of Object.entries(properties)) {
      if (isObject(each)) yield { path, name: member, schema: each, isQuery: path.endsWith("QuerySchema") };
    }
  }
  for (const [key, each] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") yield* namesIn(each, `${path}/${key}`);
  }
}

function violationsIn(value: unknown): string[] {
  return [...namesIn(value)].flatMap((wire) =>
    Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken(wire) ? [`${rule}: ${wire.path}/${wire.name}`] : [])),
  );
}

test("members and query parameters of the API, of event data and of the portal's routes follow the naming rules", () => {
  const document: unknown = JSON.parse(
    readFileSync(new URL("../docs/reference/openapi.json", import.meta.url), "utf8"),
  );
  const schemas = Object.fromEntries(
    Object.entries(contract).filter(([name]) => /Schema$|Query$|^eventCat/.test(name)),
  );
  expect([...namesIn(document)].length).toBeGreaterThan(500);
  expect([...namesIn(schemas)].length).toBeGreaterThan(500);
  expect(violationsIn({ document, schemas })).toEqual([]);
});

const dateTime = { type: "string", format: "date-time" };
const idPattern = "^ak_[0-9a-z]{26}$";

test.each([
  ["a date-time ends in `At`", { properties: { failingSince: dateTime } }],
  ["a date-time ends in `At`", { properties: { lastSeen: { type: ["string", "null"], format: "date-time" } } }],
  ["one word for one thing", { properties: { state: { type: "string" } } }],
  ["one word for one thing", { parameters: [{ in: "query", name: "since", schema: { type: "string" } }] }],
  [
    "an id in a query ends in `Id`",
    { parameters: [{ in: "query", name: "key", schema: { type: "string", pattern: idPattern } }] },
  ],
  ["an amount is a Money object", { properties: { unitPrice: { type: ["string", "null"] } } }],
  ["an amount is a Money object", { properties: { fee: { type: "string", examples: ["0.50"] } } }],
  ["an amount is a Money object", { properties: { priceMinor: { type: "integer" } } }],
])("reports a violation of: %s", (rule, schema) => {
  expect(violationsIn({ components: { schemas: { Planted: schema } } })).toEqual([
    expect.stringMatching(new RegExp(`^${rule}: /components/schemas/Planted`)),
  ]);
});

test.each([
  { properties: { createdAt: dateTime, from: dateTime, to: dateTime, now: dateTime } },
  { properties: { total: { $ref: "#/components/schemas/Money" }, departureDate: { type: "string", format: "date" } } },
  { parameters: [{ in: "query", name: "keyId", schema: { type: "string", pattern: idPattern } }] },
])("accepts names that follow the rules", (schema) => {
  expect(violationsIn(schema)).toEqual([]);
});
