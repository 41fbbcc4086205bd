import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startService } from "../running-service.ts";

const limitMs = 600_000;
const source = fileURLToPath(new URL("./", import.meta.url));
const installed = fileURLToPath(new URL("../../.build/mcp-conformance/", import.meta.url));
const run = promisify(execFile);

/** Scenarios that test primitives of the suite's own example server by name, or capabilities that this server does not have. */
const exceptions = {
  "needs tools of the example server": [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
  ],
  "needs resources of the example server": ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  "needs prompts of the example server": [
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "the server does not offer logging": ["logging-set-level", "tools-call-with-logging"],
  "the server does not offer completions": ["completion-complete"],
  "the server does not offer subscriptions, because it has no sessions": [
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "the server sends no requests to clients, because it has no sessions": [
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
};

/** Installs the suite from its lock file, unless it is installed. */
beforeAll(async () => {
  const lock = await readFile(join(source, "package-lock.json"), "utf8");
  if ((await readFile(join(installed, "installed"), "utf8").catch(() => "")) === lock) return;
  await rm(installed, { recursive: true, force: true });
  await mkdir(installed, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) await cp(join(source, name), join(installed, name));
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", installed]);
  await writeFile(join(installed, "installed"), lock);
}, limitMs);

/** Starts a proxy that adds the key, which the suite cannot send. Host and Origin stay. */
async function startProxy(url: string, key: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const forwarded = sendRequest(
      { host: hostname, port, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
}

test.each(["2025-11-25", "2025-06-18"])(
  "passes every scenario of %s that applies to it, and only those",
  async (version) => {
    const service = await startService();
    onTestFinished(() => service.stop());
    const url = await startProxy(service.url, service.key);
    const binary = join(installed, "node_modules/.bin/conformance");
    const options = ["server", "--url", url, "--spec-version", version];
    // The suite exits with 1 if a scenario fails.
    const { stdout } = await run(process.execPath, [binary, ...options], { cwd: installed }).catch(
      (error: { stdout: string }) => error,
    );
    const results = new Map([...stdout.matchAll(/^([✓✗]) ([\w-]+):/gm)].map(([, mark, name = ""]) => [name, mark]));
    expect(results.size).toBeGreaterThan(20);
    const passed = [...results].filter(([, mark]) => mark === "✓").map(([name]) => name);
    const known = new Set<string>(Object.values(exceptions).flat());
    expect(passed).toEqual(
      expect.arrayContaining(["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"]),
    );
    expect([...results.keys()].filter((name) => !known.has(name))).toEqual(passed);
  },
  limitMs,
);
