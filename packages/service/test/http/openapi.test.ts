import { eventTypes, namedEnums, nestedSchemas } from "@wayfare/contract";
import fastify from "fastify";
import { expect, test } from "vitest";
import { renderOpenApiDocument } from "../../src/app/openapi-document.ts";
import { announceDeprecations } from "../../src/http/deprecation.ts";
import { registerOpenApi } from "../../src/http/openapi.ts";

interface Node {
  [name: string]: any; // oxlint-disable-line typescript/no-explicit-any -- tests change any part
}

const text = await renderOpenApiDocument();
const readDocument = (): Node => JSON.parse(text);

/** Visits every object of the document with its path. */
function* visit(node: unknown, path: string): Generator<[path: string, node: Node]> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield [path, node];
  for (const [name, each] of Object.entries(node)) yield* visit(each, `${path}/${name}`);
}

function listOperations({ paths }: Node): { name: string; operation: Node }[] {
  return Object.entries<Node>(paths).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
}

/** Finds violations of the structure rules of the document. */
function findFaults(document: Node): string[] {
  const { schemas } = document.components;
  const faults: string[] = [];
  for (const { name, operation } of listOperations(document)) {
    const [description = ""] = (operation.description ?? "").split("\n\n");
    if (!/^[A-Z].{30,}\.$/s.test(description) || /^(Scope:|No authentication)/.test(description))
      faults.push(`${name}: description`);
    if (!operation.summary) faults.push(`${name}: summary`);
    if (!Array.isArray(operation.security)) faults.push(`${name}: security`);
    const takesKey = operation.security?.length > 0;
    for (const [status, response] of Object.entries<Node>(operation.responses)) {
      if (Number(status) >= 400 && !response.$ref && name !== "get /readyz") faults.push(`${name} ${status}: inline`);
      if (response.$ref) continue;
      if (!response.description || response.description === "Default Response") faults.push(`${name} ${status}: text`);
      if (!response.headers?.["Request-Id"]) faults.push(`${name} ${status}: Request-Id`);
      if (takesKey && !response.headers?.RateLimit) faults.push(`${name} ${status}: RateLimit`);
    }
    const takesIdempotencyKey = JSON.stringify(operation.parameters ?? []).includes("/parameters/IdempotencyKey");
    const replayed = Object.values<Node>(operation.responses).some((each) => each.headers?.["Idempotent-Replayed"]);
    if (takesIdempotencyKey !== replayed) faults.push(`${name}: Idempotent-Replayed`);
  }
  for (const [path, node] of visit(document, "")) {
    const codes = [...String(node.description ?? "").matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([code]) => code);
    if (/responses/.test(path) && new Set(codes).size < codes.length) faults.push(`${path}: a code twice`);
    if (node.default !== undefined && /\/(schemas|requestBody)\//.test(path)) faults.push(`${path}: default`);
  }
  const shapes = new Map<string, string>();
  for (const [path, node] of visit({ ...document, components: { schemas } }, "")) {
    const isNamed = /^\/components\/schemas\/\w+$/.test(path);
    if (isNamed || /\/examples?(\/|$)/.test(path)) continue;
    const isEnum = Array.isArray(node.enum) && node.enum.length > 1;
    const isObject = node.type?.includes?.("object") && node.properties && Object.keys(node.properties).length > 0;
    if (!isEnum && !isObject) continue;
    const shape = isEnum ? JSON.stringify(node.enum) : JSON.stringify(Object.keys(node.properties).toSorted());
    if (shapes.has(shape)) faults.push(`${path}: the same as ${shapes.get(shape)}`);
    shapes.set(shape, path);
  }
  for (const [path, { $ref }] of visit(document, "")) {
    if (typeof $ref !== "string") continue;
    const steps = $ref.split("/").slice(1);
    if (steps.reduce((parent: Node | undefined, step) => parent?.[step], document) === undefined)
      faults.push(`${path}: dead`);
  }
  const { components } = document;
  if (!components.responses.Unauthorized.headers["WWW-Authenticate"]) faults.push("Unauthorized: WWW-Authenticate");
  for (const name of ["RateLimited", "Unavailable"]) {
    if (!components.responses[name].headers["Retry-After"]) faults.push(`${name}: Retry-After`);
  }
  for (const type of eventTypes) {
    const reference = document.webhooks?.[type]?.post.requestBody.content["application/json"].schema.$ref;
    const schema = schemas[reference?.split("/").at(-1)];
    if (schema?.properties.type.const !== type) faults.push(`${type}: no webhook`);
  }
  for (const topic of ["Authentication", "Errors", "Pagination", "Idempotency", "Limits", "Compatibility"]) {
    if (!document.info.description.includes(`## ${topic}`)) faults.push(`info: ${topic}`);
  }
  if (!document.info.contact || !document.externalDocs) faults.push("info: contact");
  return faults;
}

test("the document follows the structure rules", () => {
  expect(findFaults(readDocument())).toEqual([]);
});

const planted: [name: string, plant: (document: Node) => void, expected: string][] = [
  [
    "a description that is only the scope",
    (d) => (d.paths["/v1/keys"].get.description = "Scope: `usage.read`."),
    "description",
  ],
  [
    "a generated response text",
    (d) => (d.paths["/v1/keys"].get.responses[200].description = "Default Response"),
    "text",
  ],
  ["an inline error response", (d) => (d.paths["/v1/keys"].get.responses[401] = { description: "No." }), "inline"],
  ["a missing Request-Id", (d) => delete d.paths["/v1/keys"].get.responses[200].headers["Request-Id"], "Request-Id"],
  ["a missing RateLimit", (d) => delete d.paths["/v1/keys"].get.responses[200].headers.RateLimit, "RateLimit"],
  [
    "a missing Idempotent-Replayed",
    (d) => delete d.paths["/v1/keys"].post.responses[201].headers["Idempotent-Replayed"],
    "Idempotent",
  ],
  ["a missing WWW-Authenticate", (d) => (d.components.responses.Unauthorized.headers = {}), "WWW-Authenticate"],
  ["a missing Retry-After", (d) => delete d.components.responses.RateLimited.headers["Retry-After"], "Retry-After"],
  ["a missing security", (d) => delete d.paths["/v1/keys"].get.security, "security"],
  [
    "a duplicate error code",
    (d) => (d.components.responses.Conflict.description = "`STATE_INVALID`, `STATE_INVALID`"),
    "twice",
  ],
  [
    "a duplicate anonymous enum",
    (d) => {
      for (const name of ["Key", "Webhook"]) d.components.schemas[name].properties.mood = { enum: ["good", "bad"] };
    },
    "the same as",
  ],
  [
    "a duplicate anonymous object",
    (d) => {
      for (const name of ["Key", "Webhook"]) {
        d.components.schemas[name].properties.span = { type: "object", properties: { from: {}, to: {} } };
      }
    },
    "the same as",
  ],
  ["a default in a body", (d) => (d.components.schemas.SearchRequest.properties.limit.default = 50), "default"],
  ["a reference to nothing", (d) => delete d.components.schemas.Money, "dead"],
  ["a missing webhook", (d) => delete d.webhooks["booking.confirmed"], "no webhook"],
  ["an introduction without limits", (d) => (d.info.description = "Flights."), "info"],
];

test.each(planted)("the check finds %s", (_name, plant, expected) => {
  const document = readDocument();
  plant(document);
  expect(findFaults(document).join("\n")).toContain(expected);
});

test("every named enum, and every name of a nested object, is used", () => {
  const { schemas } = readDocument().components;
  const unused = [...Object.keys(namedEnums), ...Object.values(nestedSchemas)].filter((name) => !(name in schemas));
  expect(unused).toEqual([]);
});

test("security lists the scopes of a route as alternatives", () => {
  const { paths, components } = readDocument();
  expect(paths["/v1/search"].post.security).toEqual([{ "usage.read": [] }, { "flights.search": [] }]);
  expect(paths["/v1/keys/self"].get.security).toEqual([{ apiKey: [] }]);
  expect(paths["/healthz"].get.security).toEqual([]);
  expect(components.securitySchemes["flights.search"]).toMatchObject({ type: "http", scheme: "bearer" });
});

test("the served document has the public URL", async () => {
  const app = fastify();
  await registerOpenApi(app, "https://flights.example");
  await app.ready();
  expect(app.swagger()).toMatchObject({ servers: [{ url: "https://flights.example" }] });
  expect(readDocument().servers).toEqual([{ url: "/", description: "This deployment" }]);
  await app.close();
});

test("a deprecated route sends its headers and is marked in the document", async () => {
  const deprecated = { since: "2026-03-01", sunset: "2027-03-01", link: "https://flights.example/changes" };
  const app = fastify();
  announceDeprecations(app);
  await registerOpenApi(app, "https://flights.example");
  const schema = { operationId: "getOld", response: { 200: { type: "object", description: "Old." } } };
  app.get("/old", { config: { access: "public", deprecated }, schema }, async () => ({}));
  app.get("/new", { config: { access: "public" }, schema: { ...schema, operationId: "getNew" } }, async () => ({}));
  const [old, current] = [await app.inject("/old"), await app.inject("/new")];
  expect(old.headers).toMatchObject({
    deprecation: "@1772323200",
    sunset: "Mon, 01 Mar 2027 00:00:00 GMT",
    link: '<https://flights.example/changes>; rel="deprecation"; type="text/html"',
  });
  expect(current.headers).not.toHaveProperty("deprecation");
  const document: Node = app.swagger();
  expect(document.paths["/old"].get).toMatchObject({ deprecated: true });
  expect(document.paths["/old"].get.description).toContain("2027-03-01");
  expect(document.paths["/new"].get).not.toHaveProperty("deprecated");
  await app.close();
});

test("a route cannot be removed less than 12 months after its deprecation", () => {
  const app = fastify();
  announceDeprecations(app);
  const deprecated = { since: "2026-03-01", sunset: "2027-02-28", link: "https://flights.example/changes" };
  expect(() => app.get("/old", { config: { deprecated } }, async () => ({}))).toThrow("12 months");
});
