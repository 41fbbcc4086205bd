import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../running-service.ts";
import { commonJs, createProject, esModule, packClient, printed, programOf, run } from "./sdk-project.ts";

let service: RunningService;
let packed: Awaited<ReturnType<typeof packClient>>;

beforeAll(async () => {
  [service, packed] = await Promise.all([startService(), packClient()]);
});

afterAll(async () => {
  await Promise.all([service?.stop(), packed?.remove()]);
});

const environment = () => ({ WAYFARE_URL: service.url, WAYFARE_KEY: service.key });

/** Every Node of this machine that the client supports, by version. */
async function findNodes(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "node");
    if (!existsSync(path)) continue;
    const { stdout } = await run(path, ["--version"]);
    if (Number(/^v(\d+)/.exec(stdout)?.[1]) >= 20) found.set(stdout.trim(), path);
  }
  return found;
}

describe("the package, installed from its tarball into an empty folder", () => {
  it("runs on every Node from 20 on this machine, as an ES module and as CommonJS", async () => {
    const [modules, scripts] = [await createProject(packed.tarball), await createProject(packed.tarball, "commonjs")];
    await modules.write("search.js", esModule);
    await scripts.write("search.js", commonJs);
    const nodes = await findNodes();
    expect(nodes.size).toBeGreaterThan(0);
    for (const node of nodes.values()) {
      for (const project of [modules, scripts]) {
        expect(JSON.parse(await project.run(node, ["search.js"], environment()))).toEqual(printed);
      }
    }
  });

  it("contains no sources, tests or dependencies, and is at most 12 kB compressed", async () => {
    const { directory } = await createProject(packed.tarball);
    const folder = join(directory, "node_modules/@wayfare/sdk");
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("private");
    expect(manifest).toMatchObject({ sideEffects: false, engines: { node: ">=20" } });
    for (const name of ["README.md", "LICENSE"]) expect(existsSync(join(folder, name))).toBe(true);
    for (const name of ["src", "test", "tsconfig.json"]) expect(existsSync(join(folder, name))).toBe(false);
    expect(gzipSync(readFileSync(join(folder, "dist/index.js"))).byteLength).toBeLessThanOrEqual(12 * 1024);
  });

  it.each([
    ["nodenext", "module", {}],
    ["nodenext", "commonjs", {}],
    ["bundler", "module", {}],
    ["bundler", "module", { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
  ] as const)("type-checks strictly with moduleResolution %s in a %s package %j", async (resolution, type, options) => {
    const project = await createProject(packed.tarball, type);
    await project.write("search.ts", typedScript);
    await project.write("tsconfig.json", renderConfig(resolution, options));
    const output = await project.run(programOf("tsc"), ["--extendedDiagnostics"]);
    // Types inferred from schemas needed 1,366,858.
    expect(Number(/^Instantiations: +(\d+)/m.exec(output)?.[1])).toBeLessThan(100_000);
  });

  it("reports wrong types of a request and of an event", async () => {
    const project = await createProject(packed.tarball);
    await project.write("wrong.ts", wrongScript);
    await project.write("tsconfig.json", renderConfig("nodenext", {}));
    const output = await project.run(programOf("tsc"), []).catch(String);
    expect(output).toMatch(/wrong\.ts\(3,[^]*"sleeper"/);
    expect(output).toMatch(/wrong\.ts\(5,[^]*refund/);
  });

  it("is bundled for browsers by Vite, without what is not used", async () => {
    const project = await createProject(packed.tarball);
    await project.write("verify.js", 'export { verifyWebhook } from "@wayfare/sdk";\n');
    await project.write("client.js", 'export { Wayfare } from "@wayfare/sdk";\n');
    const sizeOf = async (name: string): Promise<number> => {
      const built = await build({
        root: project.directory,
        logLevel: "error",
        build: { write: false, lib: { entry: name, formats: ["es"] }, minify: true },
      });
      const [result] = [built].flat();
      if (result === undefined || !("output" in result)) throw new Error("Vite built nothing");
      return gzipSync(result.output[0].code).byteLength;
    };
    expect(await sizeOf("client.js")).toBeLessThanOrEqual(12 * 1024);
    expect(await sizeOf("verify.js")).toBeLessThanOrEqual(3 * 1024);
  });
});

it("the service offers the same package at /sdk.tgz, which npm installs", async () => {
  const response = await fetch(`${service.url}/sdk.tgz`);
  expect(response.status).toBe(200);
  const project = await createProject(packed.tarball);
  await project.write("downloaded.tgz", new Uint8Array(await response.arrayBuffer()));
  await project.run("npm", ["install", "--offline", "--no-audit", "--no-fund", "./downloaded.tgz"]);
  await project.write("search.js", esModule);
  expect(JSON.parse(await project.run(process.execPath, ["search.js"], environment()))).toEqual(printed);
});

function renderConfig(resolution: "nodenext" | "bundler", options: object): string {
  const module = resolution === "nodenext" ? "nodenext" : "esnext";
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    types: [],
    module,
    moduleResolution: resolution,
    ...options,
  };
  return JSON.stringify({ compilerOptions, include: ["*.ts"] });
}

const typedScript = `import { ApiError, type Booking, responseOf, verifyWebhook, Wayfare } from "@wayfare/sdk";
const client = new Wayfare({ baseUrl: "http://localhost:8080", apiKey: "key_test_1", onResponse: ({ response }) => response.requestId });
export async function main(body: ArrayBuffer, headers: Headers): Promise<Booking | string | null | undefined> {
  const { flights, scoreOptions } = await client.search({ origin: "JFK", destination: "LHR", departureDate: "2027-01-20", cabin: "business" });
  const offer = flights[0]?.cash[0] ?? flights[0]?.award[0];
  for await (const key of client.keys.list({ status: "active" })) if (key.scopes.includes("flights.book")) break;
  const event = await verifyWebhook(body, headers, "whsec_1");
  switch (event.type) {
    case "booking.cancelled": return event.data.refund.amount;
    case "webhook.test": return event.data.message;
    default: break;
  }
  try {
    return await client.bookings.create({ offerId: offer?.id ?? scoreOptions[0]?.offerId ?? "", travelers: [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1987-03-09" }], contact: { email: "ada@example.com", phone: "+442079460123" } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "SOLD_OUT") return error.response.requestId;
    return responseOf(flights)?.requestId;
  }
}
`;

const wrongScript = `import { verifyWebhook, Wayfare } from "@wayfare/sdk";
const client = new Wayfare({ baseUrl: "http://localhost:8080", apiKey: "key_test_1" });
await client.search({ origin: "JFK", destination: "LHR", departureDate: "2027-01-20", cabin: "sleeper" });
const event = await verifyWebhook("", "", "");
if (event.type === "webhook.test") event.data.refund;
`;
