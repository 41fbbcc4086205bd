import { Ajv } from "ajv";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import { scaled } from "../../../../tests/scale.ts";
import { hostile, valuesOfSchema } from "../generated-values.ts";
import { goodSearch, type RunningApp, runApp } from "../running-app.ts";
import type { StrictSchema } from "../strict-document.ts";
import { callTool, sendMcp } from "./mcp-call.ts";

let store: TestDatabase;
let app: RunningApp;
let tools: { name: string; inputSchema: StrictSchema; outputSchema: object }[];

beforeAll(async () => {
  store = await createTestDatabase("pglite");
  app = await runApp({ database: store.database });
  tools = (await sendMcp(app, "tools/list")).result.tools;
});

afterAll(async () => {
  await app.close();
  await store.drop();
});

test("answers generated and hostile arguments with a result in its schema or a text, never with 500", async () => {
  const ajv = new Ajv({ strict: false, validateSchema: false });
  const seen = new Set<string>();
  for (const { name, inputSchema, outputSchema } of tools) {
    const isValid = ajv.compile(outputSchema);
    const args = fc.oneof({ arbitrary: valuesOfSchema(inputSchema), weight: 6 }, { arbitrary: hostile, weight: 1 });
    const property = fc.asyncProperty(args, async (given) => {
      const answer = await callTool(app, name, given);
      expect([200, 400], answer.text).toContain(answer.status);
      const isRejected = answer.error !== undefined;
      // The protocol itself requires an object.
      if (isRejected) expect(typeof given === "object" && given !== null && !Array.isArray(given)).toBe(false);
      else if (answer.isError) expect(answer.said).not.toContain("INTERNAL");
      else expect(isValid(answer.data), `${name}: ${JSON.stringify(isValid.errors)}`).toBe(true);
      if (!isRejected) expect(answer.said.length).toBeLessThan(16_000);
      seen.add(`${name} ${isRejected ? "rejected" : answer.isError ? "error" : "answer"}`);
    });
    // Generated searches are rarely valid.
    const examples: [unknown][] = name === "search_flights" ? [[goodSearch]] : [];
    await fc.assert(property, { numRuns: scaled(30), seed: 20_261_121, examples });
  }
  for (const name of ["find_places", "list_programs", "search_flights"]) expect(seen).toContain(`${name} answer`);
  for (const { name } of tools) expect(seen).toContain(`${name} error`);
  expect(app.logLines.filter((line) => line.includes("mcp call failed"))).toEqual([]);
});

test("answers hostile messages of the protocol with an error and stays available", async () => {
  const messages = fc.oneof(
    hostile,
    fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "1.0", 2),
        id: fc.oneof(fc.integer(), fc.string(), hostile),
        method: fc.oneof(
          fc.constantFrom("tools/call", "tools/list", "resources/read", "prompts/get", "initialize"),
          fc.string(),
        ),
        params: fc.oneof(hostile, fc.record({ name: hostile, arguments: hostile, uri: hostile })),
      },
      { requiredKeys: [] },
    ),
  );
  const accept = { accept: "application/json, text/event-stream" };
  const property = fc.asyncProperty(messages, async (message) => {
    const answer = await app.call("/mcp", { headers: accept, body: JSON.stringify(message) ?? "" });
    expect([200, 202, 400], answer.text).toContain(answer.status);
  });
  await fc.assert(property, { numRuns: scaled(150), seed: 20_261_121 });
  expect(await callTool(app, "search_flights", goodSearch)).toMatchObject({ isError: false });
});
