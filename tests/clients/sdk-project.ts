import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

export const run = promisify(execFile);

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The Node of this project. Its npm and compiler build the projects of these tests. */
const environment = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}` };

/** Packs the client and returns the path of the tarball, in a new folder. */
export async function packClient(): Promise<{ tarball: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "wayfare-pack-"));
  const tarball = join(folder, "sdk.tgz");
  await run(process.execPath, [join(root, "packages/sdk/build.ts"), tarball]);
  return { tarball, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** An empty folder, as a user has it, with the client installed from its tarball and nothing else. */
export interface Project {
  directory: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Runs a program in the folder and returns its standard output. */
  run(program: string, args: readonly string[], environment?: Record<string, string>): Promise<string>;
}

/** Creates a project, which is removed at the end of the test. */
export async function createProject(tarball: string, type: "module" | "commonjs" = "module"): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-project-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  };
  await write("package.json", JSON.stringify({ name: "shop", version: "1.0.0", private: true, type }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: directory, env: environment });
  return {
    directory,
    write,
    async run(program, args, extra = {}) {
      try {
        return (await run(program, args, { cwd: directory, env: { ...environment, ...extra } })).stdout;
      } catch (error) {
        if (!(error instanceof Error && "stdout" in error && "stderr" in error)) throw error;
        throw new Error(`${error.message}\n${String(error.stdout)}${String(error.stderr)}`, { cause: error });
      }
    },
  };
}

/** Path of a program of this project, such as `tsc`. */
export function programOf(name: string): string {
  return join(root, "node_modules/.bin", name);
}

/** Script for every runtime: searches, follows pages, verifies a webhook and prints what it found. */
const script = `
const baseUrl = globalThis.process?.env?.WAYFARE_URL ?? globalThis.Deno?.env.get("WAYFARE_URL");
const apiKey = globalThis.process?.env?.WAYFARE_KEY ?? globalThis.Deno?.env.get("WAYFARE_KEY");
const client = new Wayfare({ baseUrl, apiKey });
const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const found = await client.search({ origin: "JFK", destination: "LHR", departureDate, limit: 3 });
const parts = [];
for await (const part of client.search.stream({ origin: "JFK", destination: "LHR", departureDate, limit: 3 })) parts.push(part.type);
const codes = [];
for await (const airline of client.airlines.list({ limit: 100 })) codes.push(airline.code);
const failure = await client.bookings.get("bkg_none").catch((error) => error);
const seconds = Math.floor(Date.now() / 1000);
const body = '{"id":"evt_1","type":"webhook.test","data":{"message":"é"}}';
const event = await verifyWebhook(body, { "SVC-Signature": await signWebhook(body, "whsec_x", seconds) }, "whsec_x");
console.log(JSON.stringify({
  flights: found.flights.length, requestId: responseOf(found)?.requestId.slice(0, 4), last: parts.at(-1), airlines: codes.length > 100,
  failure: [failure instanceof NotFoundError, failure.status], event: event.type,
}));
`;

/** Output of the script. */
export const printed = {
  flights: 3,
  requestId: "req_",
  last: "done",
  airlines: true,
  failure: [true, 404],
  event: "webhook.test",
};

const names = "{ NotFoundError, responseOf, signWebhook, verifyWebhook, Wayfare }";

/** The script as an ES module. */
export const esModule = `import ${names} from "@wayfare/sdk";\n${script}`;

/** The script as a CommonJS module. */
export const commonJs = `const ${names} = require("@wayfare/sdk");\n(async () => {${script}})();`;
