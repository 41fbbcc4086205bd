import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { unpackDebianTools } from "../../scripts/debian-packages.ts";
import { buildImages, imageDirectory, layoutDirectory, measureTree, sbomPathOf } from "../../scripts/image/image.ts";
import { startInSandbox } from "../../scripts/image/sandbox.ts";

const roots = { x64: join(imageDirectory, "x64/root"), arm64: join(imageDirectory, "arm64/root") };
const dataDirectory = mkdtempSync(join(tmpdir(), "wayfare-image-"));
const limitBytes = 250e6;

/** The first start creates the sandbox, which takes a minute on a machine without idle processors. */
const startWait = { timeout: 120_000, interval: 50 };
const searchDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** Machine of an ELF file: 62 is x86-64, 183 is AArch64. */
const machines = { x64: 62, arm64: 183 };

beforeAll(() => buildImages(["x64", "arm64"]), 300_000);
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test.each(["x64", "arm64"] as const)(
  "the %s image has at most 250 MB and binaries of that processor only",
  (processor) => {
    expect(measureTree(roots[processor])).toBeLessThanOrEqual(limitBytes);
    const binaries = listFiles(roots[processor]).filter(
      (path) => readFileSync(path).subarray(1, 4).toString() === "ELF",
    );
    expect(binaries.map((path) => path.split("/").at(-1))).toEqual(
      expect.arrayContaining(["node", "libc.so.6", `argon2.linux-${processor}-gnu.node`]),
    );
    expect(new Set(binaries.map((path) => readFileSync(path).readUInt16LE(18)))).toEqual(
      new Set([machines[processor]]),
    );
  },
);

test.each(["x64", "arm64"] as const)("the %s image has no shell, no package manager and one program", (processor) => {
  const root = roots[processor];
  const programs = ["bin", "sbin", "usr/bin", "usr/sbin", "usr/local/bin"].flatMap((folder) => {
    return statSync(join(root, folder), { throwIfNoEntry: false }) === undefined ? [] : readdirSync(join(root, folder));
  });
  expect(programs).toEqual(["node"]);
  // oxlint-disable-next-line no-bitwise -- permission bits
  expect(listFiles(root).filter((path) => (statSync(path).mode & 0o6000) !== 0)).toEqual([]);
  expect(
    listFiles(root).filter((path) => /\/(typescript|vitest|vite|react|playwright-core)\/package.json$/.test(path)),
  ).toEqual([]);
});

test.each(["x64", "arm64"] as const)(
  "the bill of materials of the %s image lists the npm packages that it contains",
  (processor) => {
    const { components }: { components: { name: string; version: string }[] } = JSON.parse(
      readFileSync(sbomPathOf(processor), "utf8"),
    );
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const manifests = listFiles(join(roots[processor], "app")).filter((path) =>
      /node_modules\/(@[^/]+\/)?[^/@]+\/package.json$/.test(path),
    );
    const installed = manifests
      .map((path): { name?: string; version?: string } => JSON.parse(readFileSync(path, "utf8")))
      .filter(({ name = "", version }) => version !== undefined && !name.startsWith("@wayfare/"));
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.map(({ name, version }) => `${name}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
    expect([...listed]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^libc6@/), expect.stringContaining(`node-linux-${processor}@24`)]),
    );
  },
);

test("umoci unpacks both architectures of the layout with the same content, user and entry point", () => {
  const umoci = join(unpackDebianTools("umoci", ["umoci"]), "usr/bin/umoci");
  for (const [processor, architecture] of [
    ["x64", "amd64"],
    ["arm64", "arm64"],
  ] as const) {
    const bundle = mkdtempSync(join(tmpdir(), "wayfare-bundle-"));
    try {
      execFileSync(umoci, ["unpack", "--image", `${layoutDirectory}:${architecture}`, join(bundle, "unpacked")]);
      const unpacked = join(bundle, "unpacked/rootfs");
      expect(
        readFileSync(join(unpacked, "usr/bin/node")).equals(readFileSync(join(roots[processor], "usr/bin/node"))),
      ).toBe(true);
      expect(listFiles(unpacked)).toHaveLength(listFiles(roots[processor]).length);
      expect(statSync(join(unpacked, "data"))).toMatchObject({ uid: 65_532, gid: 65_532 });
      const config: unknown = JSON.parse(readFileSync(join(bundle, "unpacked/config.json"), "utf8"));
      expect(config).toMatchObject({
        process: {
          user: { uid: 65_532, gid: 65_532 },
          cwd: "/app",
          args: expect.arrayContaining(["/usr/bin/node", "start"]),
        },
      });
    } finally {
      rmSync(bundle, { recursive: true, force: true });
    }
  }
});

test("serves a search with a read-only root, stops on SIGTERM, and starts again on the same data", async () => {
  for (const start of ["first", "second"]) {
    const { child, kill } = await startInSandbox({
      root: roots.x64,
      dataDirectory,
      environment: { HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "info" },
    });
    const output = text(child.stdout);
    let log = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      log += String(chunk);
    });
    const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const port = await vi.waitFor(() => {
      const found = /"port":(\d+),[^}]*"msg":"serving requests"/.exec(log)?.[1];
      expect(found, `${start}: ${log}`).toBeDefined();
      return found;
    }, startWait);
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), startWait);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/docs/guides/mcp.md`)).status).toBe(200);
    const { key }: { key: string } = JSON.parse(readFileSync(join(dataDirectory, "first-run.json"), "utf8"));
    const found = await fetch(`http://127.0.0.1:${port}/v1/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ origin: "JFK", destination: "LHR", departureDate: searchDate }),
    });
    expect(found.status, await found.clone().text()).toBe(200);
    kill("SIGTERM");
    expect(await exited, log).toBe(0);
    expect(await output).toContain("http");
  }
}, 400_000);

test("cannot write outside /data and /tmp, and has no capabilities", async () => {
  const script = `
    const fs = require("node:fs");
    const write = (path) => { try { fs.writeFileSync(path, ""); return "written"; } catch (error) { return error.code; } };
    const status = fs.readFileSync("/proc/self/status", "utf8");
    console.log(JSON.stringify({
      app: write("/app/x"), etc: write("/etc/x"), usr: write("/usr/bin/x"), data: write("/data/x"), tmp: write("/tmp/x"),
      uid: process.getuid(), capabilities: /CapEff:\\s+(\\w+)/.exec(status)[1],
      shell: fs.existsSync("/bin/sh"), secrets: Object.keys(process.env).sort(),
    }));`;
  const { child } = await startInSandbox({
    root: roots.x64,
    dataDirectory,
    command: { replaced: ["/usr/bin/node", "-e", script] },
  });
  expect(JSON.parse(await text(child.stdout))).toEqual({
    app: "EROFS",
    etc: "EROFS",
    usr: "EROFS",
    data: "written",
    tmp: "written",
    uid: 65_532,
    capabilities: "0000000000000000",
    shell: false,
    secrets: ["DATA_DIR", "HOST", "NODE_ENV", "PATH", "PWD", "SSL_CERT_FILE"],
  });
});
