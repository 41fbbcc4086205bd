import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Wayfare } from "@wayfare/sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { findSnippets, listDocuments, readDocument, type Snippet } from "./documents.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const snippets = listDocuments().flatMap((document) => findSnippets(document, readDocument(document)));

/** The day on which the examples are set. All their dates move by the days since. */
const exampleDay = "2026-11-22";
const movedMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 - Date.parse(exampleDay);
const departureDate = moveDates("2027-01-20");

/** Blocks without a client use the one of the first example of their document. */
const prelude = `import { Wayfare } from "@wayfare/sdk";
const wayfare = new Wayfare({ baseUrl: process.env.WAYFARE_URL ?? "", apiKey: process.env.WAYFARE_KEY ?? "" });
const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
`;

let service: RunningService;
/** A folder as a reader has it: with the client and the command line, but without the checkout. */
let folder: string;
let placeholders: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), "wayfare-snippets-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  // Readers have `wayfare` installed; here it is the one of this checkout.
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/npx"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  // The package that readers install: the service packs it with the pages.
  await run("npm", ["install", "--no-audit", "--no-fund", `${service.url}/sdk.tgz`], {
    cwd: folder,
    env: environment(),
  });
  placeholders = await makePlaceholders();
});

afterAll(async () => {
  await service?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** Returns the values of abbreviations in the documents. */
async function makePlaceholders(): Promise<Record<string, string>> {
  const client = new Wayfare({ baseUrl: service.url, apiKey: service.key });
  const { flights } = await client.search({ origin: "JFK", destination: "LHR", departureDate, limit: 1 });
  const newKey = { name: "Reader", environment: "test" as const, scopes: ["flights.search" as const] };
  const [kept, leaked] = [await client.keys.create(newKey), await client.keys.create(newKey)];
  return {
    "http://localhost:8080": service.url,
    "localhost:8080": new URL(service.url).host,
    "key_test_…": service.key,
    "key_live_…": leaked.secret ?? "",
    "https://shop.example/wayfare": "http://127.0.0.1:9/wayfare",
    "off_…_0": flights[0]?.cash[0]?.id ?? "",
    "ak_…": kept.id,
  };
}

function fillIn(code: string): string {
  return Object.entries(placeholders).reduce(
    (text, [abbreviation, value]) => text.replaceAll(abbreviation, value),
    moveDates(code),
  );
}

function moveDates(text: string): string {
  const move = (date: string) => new Date(Date.parse(date) + movedMs).toISOString().slice(0, 10);
  return text.replaceAll(/\b202[67]-\d\d-\d\d(?!\d)/g, move);
}

const environment = () => ({
  ...process.env,
  PATH: `${join(folder, "bin")}:${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
  PYTHONPATH: join(root, "clients/python/src"),
  DATA_DIR: service.directory,
  WAYFARE_URL: service.url,
  WAYFARE_KEY: service.key,
  WAYFARE_WEBHOOK_SECRETS: "whsec_x",
});

/** Runs a block and returns its output. @throws Error with the output if it fails */
async function runSnippet({ document, line, language, code }: Snippet): Promise<string> {
  const text = fillIn(code);
  const options = { cwd: folder, env: environment(), timeout: 300_000 };
  if (language === "sh") return (await run("bash", ["-euo", "pipefail", "-c", text], options)).stdout;
  if (language === "python") return (await run("python3", ["-c", text], options)).stdout;
  const file = `${document.replaceAll(/\W/g, "-")}-${line}.${language === "js" ? "mjs" : "ts"}`;
  writeFileSync(join(folder, file), withPrelude(text));
  return (await run(process.execPath, [file], options)).stdout;
}

function withPrelude(code: string): string {
  return /\bwayfare\./.test(code) && !code.includes("new Wayfare(") ? prelude + code : code;
}

it.each(
  snippets
    .filter(({ notRun }) => notRun === null)
    .map((each) => [`${each.document}:${each.line} (${each.language})`, each] as const),
)("%s runs without an error", async (_, snippet) => {
  const output = await runSnippet(snippet);
  // curl succeeds for an error response.
  expect(output).not.toMatch(/"type": ?"[^"]*\/errors\//);
});

it("says why a block is not run", () => {
  const reasons = snippets.flatMap(({ notRun }) => notRun ?? []);
  expect(reasons.filter((reason) => reason.length < 15)).toEqual([]);
  expect(snippets.length - reasons.length).toBeGreaterThan(35);
});

it("type-checks the TypeScript of all documents", async () => {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: "esnext",
    module: "nodenext",
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  for (const { document, line, language, code } of snippets) {
    if (language === "ts")
      writeFileSync(join(folder, `${document.replaceAll(/\W/g, "-")}-${line}.ts`), withPrelude(code));
  }
  const output = await run(join(root, "node_modules/.bin/tsc"), [], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(output).toBe("");
});
