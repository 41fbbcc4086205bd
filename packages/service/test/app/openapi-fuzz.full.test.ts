import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import { scaled } from "../../../../tests/scale.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import {
  type OpenApiDocument,
  type Operation,
  readOpenApiDocument,
  resolve,
  type Schema,
} from "../../src/pages/openapi-shapes.ts";
import { parseSettings } from "../../src/settings/parse.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { type FindMismatch, readDocument } from "../documented.ts";
import { keptSandbox } from "../kept-sandbox.ts";
import { type RunningApp, runApp, startMs } from "../running-app.ts";

let store: TestDatabase;
let supply: Supply;
let app: RunningApp;
let document: OpenApiDocument;
let findMismatch: FindMismatch;

beforeAll(async () => {
  store = await createTestDatabase("pglite");
  // The real sandbox: what is hostile must come to grief nowhere between the border and the engine.
  supply = await makeSandboxSupply({
    settings: parseSettings({ environment: {} }),
    dataDirectory: keptSandbox,
    database: store.database,
    clock: { nowMs: () => startMs },
    log: pino({ enabled: false }),
  });
  app = await runApp({ database: store.database, supply });
  document = readOpenApiDocument((await app.call("/openapi.json")).text);
  findMismatch = await readDocument(app);
});

afterAll(async () => {
  await app.close();
  await supply.close();
  await store.drop();
});

const hostile = fc.oneof(
  fc.constantFrom(null, "", "\0", "__proto__", "constructor", "9999-99-99", "'; DROP TABLE searches; --", "\u{1F6EB}"),
  fc.constantFrom(-1, 0, 1e308, -0, 2 ** 53, 0.1, true, false),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values of a schema, and now and then something else in their place. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: goodValuesOf(schema), weight: 40 }, { arbitrary: hostile, weight: 1 });
}

function goodValuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return goodValuesOf(resolve(schema, document));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(goodValuesOf));
  if (schema.type === "null") return fc.constant(null);
  if (schema.properties) {
    const members: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, member] of Object.entries(schema.properties)) members[name] = valuesOf(member);
    return fc.record(members, { requiredKeys: schema.required ?? [] });
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer") return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 20 });
  if (schema.examples) return fc.constantFrom(...schema.examples);
  if (schema.items) return fc.array(valuesOf(schema.items), { maxLength: 3 });
  return fc.string();
}

function requestsOf(path: string, operation: Operation) {
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content["application/json"]?.schema;
  return fc
    .record({
      parameters: fc.tuple(...parameters.map(({ schema }) => valuesOf(schema))),
      body: body ? valuesOf(body) : fc.constant(undefined),
    })
    .map(({ parameters: values, body: payload }) => {
      let target = path;
      const query = new URLSearchParams();
      for (const [at, { name, in: where }] of parameters.entries()) {
        const text = typeof values[at] === "string" ? values[at] : JSON.stringify(values[at]);
        if (where === "path") target = target.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()));
        else query.set(name, text);
      }
      return { target: query.size > 0 ? `${target}?${query.toString()}` : target, body: payload };
    });
}

test("whatever is sent, every answer is documented, of its documented shape, and no 500", async () => {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  expect(operations.length).toBeGreaterThanOrEqual(4);
  const statuses = new Set<string>();
  for (const { path, method, operation } of operations) {
    const property = fc.asyncProperty(requestsOf(path, operation), async ({ target, body }) => {
      // An allowlist that shuts its own key out would hide what comes after it.
      const accountId = path === "/v1/account" ? await createAccount(store.database, "Fuzz", startMs) : app.accountId;
      const key = accountId === app.accountId ? app.key : await app.makeKey({ accountId });
      const answer = await app.call(target, { method: method.toUpperCase(), body, key });
      statuses.add(`${answer.status} ${path}`);
      expect(answer.status).not.toBe(500);
      expect(Object.keys(operation.responses ?? {}), `${method} ${target}`).toContain(String(answer.status));
      expect(findMismatch(path, method, answer)).toBeNull();
    });
    await fc.assert(property, { numRuns: scaled(100), seed: 20_261_121 });
  }
  const reached = ["200 /v1/search", "400 /v1/search", "422 /v1/search", "200 /v1/places", "404 /v1/offers/{id}"];
  expect([...statuses]).toEqual(expect.arrayContaining(reached));
});
