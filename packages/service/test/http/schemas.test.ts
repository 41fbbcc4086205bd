import { KeySchema } from "@wayfare/contract";
import fastify from "fastify";
import { expect, test } from "vitest";
import { schemaBucket } from "../../src/http/schemas.ts";

test("has the schemas of the contract, and no others", () => {
  const app = fastify({ schemaController: { bucket: () => schemaBucket } });
  expect(app.getSchema("Key")).toBe(KeySchema);
  expect(() => app.addSchema({ $id: "Other", type: "string" })).toThrow("namedSchemas of the contract");
});
