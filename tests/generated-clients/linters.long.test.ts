import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { documentPath, installTools, runTool, toolsDirectory } from "./tools.ts";

const limitMs = 600_000;

beforeAll(installTools, limitMs);

async function lint(path: string): Promise<unknown[]> {
  const ruleset = join(toolsDirectory, "spectral.json");
  await writeFile(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
  const printed = await runTool([
    "spectral",
    "lint",
    path,
    "--ruleset",
    ruleset,
    "--format",
    "json",
    "--quiet",
    "--fail-on-unmatched-globs",
  ]);
  return JSON.parse(printed);
}

test(
  "reports no finding for the document under spectral:oas",
  async () => {
    expect(await lint(documentPath)).toEqual([]);
  },
  limitMs,
);

test(
  "reports findings for a document without a contact and with an unknown reference",
  async () => {
    const path = join(toolsDirectory, "planted.json");
    const info = { title: "Planted", version: "1" };
    const responses = { 200: { $ref: "#/components/responses/Missing" } };
    await writeFile(path, JSON.stringify({ openapi: "3.1.0", info, paths: { "/": { get: { responses } } } }));
    await expect(lint(path)).rejects.toThrow("invalid-ref");
  },
  limitMs,
);
