import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type DescribedDocument,
  makeStrictDocument,
  type OperationEntry,
} from "../../packages/service/test/strict-document.ts";
import { closeServer, listenOnLoopback } from "../loopback.ts";
import { documentPath, installTools, toolPath, toolsDirectory } from "./tools.ts";

const limitMs = 600_000;
const document: DescribedDocument = JSON.parse(readFileSync(documentPath, "utf8"));
const strict = makeStrictDocument(document);

let prism: ChildProcess;
let url: string;

beforeAll(async () => {
  await installTools();
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  prism = spawn(toolPath("prism"), ["mock", documentPath, "--port", port, "--host", "127.0.0.1"], {
    cwd: toolsDirectory,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await waitForLine(prism, "Prism is listening");
}, limitMs);

afterAll(async () => {
  if (prism.exitCode !== null || !prism.kill()) return;
  await once(prism, "exit");
});

/** Calls the mock server with the documented examples; `Prefer` selects the status and the example of the response. */
async function call({ path, method, operation, parameters }: OperationEntry, prefer?: string) {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, required, example } of parameters) {
    const value = String(example);
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query" && required === true) query.set(name, value);
  }
  const body = exampleOf(operation.requestBody?.content["application/json"]?.examples);
  const response = await fetch(`${url}${target}?${query.toString()}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: "Bearer key_test_example",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

function exampleOf(examples: Record<string, { $ref?: string; value?: unknown }> = {}): unknown {
  const [first] = Object.values(examples);
  return first && strict.resolve(first).value;
}

test("the mock server returns for every operation an example that matches the schema", async () => {
  const faults: string[] = [];
  for (const entry of strict.operations) {
    const { path, method, operation } = entry;
    const received = await call(entry);
    const { content = {} } = strict.resolve(operation.responses[received.status] ?? {});
    if (content["application/pdf"] !== undefined) continue;
    const mismatch = strict.findMismatch(path, method, received);
    if (mismatch !== null) faults.push(`${operation.operationId} ${received.status}: ${mismatch}`);
    const [type = ""] = (received.headers.get("content-type") ?? "").split(";");
    expect(received.status, `${operation.operationId}: ${JSON.stringify(received.body)}`).toBeLessThan(300);
    expect(received.body, operation.operationId).toEqual(exampleOf(content[type]?.examples));
  }
  expect(faults).toEqual([]);
});

test(
  "the mock server returns every documented error as a problem with its status",
  async () => {
    let errors = 0;
    for (const entry of strict.operations) {
      const { path, method, operation } = entry;
      for (const [status, response] of Object.entries(operation.responses)) {
        const { examples = {} } = strict.resolve(response).content?.["application/problem+json"] ?? {};
        for (const [name, example] of Object.entries(examples)) {
          errors++;
          const received = await call(entry, `code=${status}, example=${name}`);
          expect(received.body, `${operation.operationId} ${name}`).toEqual(strict.resolve(example).value);
          expect(received.body).toMatchObject({ status: Number(status) });
          expect(strict.findMismatch(path, method, received)).toBeNull();
        }
      }
    }
    expect(errors).toBeGreaterThan(strict.operations.length);
  },
  limitMs,
);

async function findFreePort(): Promise<string> {
  const server = createServer();
  const origin = await listenOnLoopback(server);
  await closeServer(server);
  return new URL(origin).port;
}

async function waitForLine(child: ChildProcess, words: string): Promise<void> {
  let printed = "";
  const found = new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.includes(words)) resolve();
    });
  });
  await Promise.race([found, once(child, "exit")]);
  if (!printed.includes(words)) throw new Error(`the mock server did not start: ${printed}`);
}
