import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scaled } from "../../../../tests/scale.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { withScenario } from "../examples/record.ts";
import type { ScenarioDeps } from "../examples/scenario.ts";
import { type ValueGenerator, valuesOfSchema } from "../generated-values.ts";
import { startMs } from "../running-app.ts";
import { makeStrictDocument, type OperationEntry, type StrictDocument, type StrictSchema } from "../strict-document.ts";

let parts: ScenarioDeps;
let strict: StrictDocument;
let schemas: Record<string, StrictSchema>;
/** Ids in the responses of the scenario, by prefix. */
const madeIds = new Map<string, Set<string>>();
let end: () => void;
let ended: Promise<void>;

// After the scenario, the service has rows of every kind.
beforeAll(async () => {
  await new Promise<void>((resolve, reject) => {
    const untilEnd = new Promise<void>((done) => (end = done));
    ended = withScenario(async (opened) => {
      parts = opened;
      resolve();
      await untilEnd;
    });
    ended.catch(reject);
  });
  const document = JSON.parse((await parts.app.call("/openapi.json")).text);
  strict = makeStrictDocument(document);
  schemas = document.components.schemas;
  for (const id of parts.recorder.raw.answers.join(" ").match(/\b[a-z]{2,4}_[0-9a-z]{26}(_[0-9]+)?\b/g) ?? []) {
    const prefix = id.slice(0, id.indexOf("_"));
    madeIds.set(prefix, (madeIds.get(prefix) ?? new Set()).add(id));
  }
});

afterAll(async () => {
  end();
  await ended;
});

const generator: ValueGenerator = { idsOf, resolve: (name) => schemas[name] ?? {} };
const valuesOf = (schema: StrictSchema) => valuesOfSchema(schema, generator);

/** Returns the ids of the scenario that match the pattern of a schema. */
function idsOf({ pattern = "" }: StrictSchema): string[] {
  return [...(madeIds.get(/^\^([a-z]+)_/.exec(pattern)?.[1] ?? "") ?? [])];
}

/** Generates variations of a body of the scenario, with one member replaced or omitted. */
function variationsOf(body: object, schema: StrictSchema): fc.Arbitrary<unknown> {
  const { properties = {} } = schema.$ref ? (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  const names = Object.keys(properties);
  if (names.length === 0) return fc.constant(body);
  return fc.constantFrom(...names).chain((name) =>
    fc.oneof(
      fc.constant(body),
      fc.constant(Object.fromEntries(Object.entries(body).filter(([each]) => each !== name))),
      valuesOf(properties[name] ?? {}).map((value) => ({ ...body, [name]: value })),
    ),
  );
}

function requestsOf({ path, operation, parameters }: OperationEntry) {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const recorded = parts.recorder.raw.bodies.get(operation.operationId);
  const bodies =
    schema === undefined
      ? fc.constant(undefined)
      : recorded === undefined
        ? fc.oneof(fc.constant(undefined), valuesOf(schema))
        : fc.oneof(variationsOf(recorded, schema), valuesOf(schema));
  const used = parameters.filter((parameter) => parameter.in !== "header");
  return fc
    .record({
      values: fc.tuple(
        ...used.map(({ schema: of, example, required }) =>
          fc.oneof(
            { arbitrary: valuesOf(of), weight: 3 },
            { arbitrary: fc.constant(required === true ? (example ?? "") : undefined), weight: 2 },
          ),
        ),
      ),
      body: bodies,
    })
    .map(({ values, body }) => {
      let target = path;
      const query = new URLSearchParams();
      for (const [at, { name, in: place }] of used.entries()) {
        const value = values[at];
        if (value === undefined) continue;
        const text = typeof value === "string" ? value : JSON.stringify(value);
        if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()));
        else query.set(name, text);
      }
      return { target: query.size > 0 ? `${target}?${query.toString()}` : target, body };
    });
}

test("responses to generated requests match the document and are never 500", async () => {
  const { app, database } = parts;
  const operations = strict.operations.filter(({ path }) => path.startsWith("/v1/"));
  expect(operations.length).toBeGreaterThan(50);
  const statuses = new Map<string, number>();
  for (const entry of operations) {
    const { path, method } = entry;
    // No request names this key, so none can revoke it.
    const ownKey = await app.makeKey();
    const property = fc.asyncProperty(requestsOf(entry), async ({ target, body }) => {
      // An allowlist that excludes the calling key would block all later requests.
      const key =
        path === "/v1/account"
          ? await app.makeKey({ accountId: await createAccount(database, "Fuzz", startMs) })
          : ownKey;
      const answer = await app.call(target, { method: method.toUpperCase(), body, key });
      const name = `${answer.status} ${path}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      expect(answer.status).not.toBe(500);
      expect(strict.findMismatch(path, method, answer), `${method} ${target}`).toBeNull();
    });
    await fc.assert(property, { numRuns: scaled(20), seed: 20_261_121 });
  }
  const reached = ["200 /v1/search", "400 /v1/search", "422 /v1/search", "200 /v1/places", "404 /v1/offers/{id}"];
  expect([...statuses.keys()]).toEqual(expect.arrayContaining(reached));
  const successful = new Set([...statuses.keys()].filter((name) => name.startsWith("2")).map((name) => name.slice(4)));
  expect(successful.size).toBeGreaterThanOrEqual(35);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(250);
}, 600_000);
