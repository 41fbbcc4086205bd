/**
 * Size of the container image and time from its start under bubblewrap until `/readyz` is 200: `npm run bench:image`. The first start
 * creates the database and the sandbox; the others find them. Needs Debian (apt-get, dpkg-deb).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildImages, imageDirectory, measureTree } from "../scripts/image/image.ts";
import { startInSandbox } from "../scripts/image/sandbox.ts";

const starts = 6;
const pollMs = 20;

const dataDirectory = mkdtempSync(join(tmpdir(), "wayfare-image-"));
try {
  buildImages(["x64", "arm64"]);
  for (const processor of ["x64", "arm64"]) {
    const root = join(imageDirectory, processor, "root");
    const parts = { all: root, node: join(root, "usr/bin"), app: join(root, "app") };
    const sizes = Object.entries(parts).map(([name, path]) => `${name} ${(measureTree(path) / 1e6).toFixed(1)} MB`);
    console.log(`${processor}: ${sizes.join(", ")}`);
  }
  for (let start = 0; start < starts; start++) {
    const durationMs = await measureStart();
    console.log(`${start === 0 ? "first start" : "start on existing data"}: ${(durationMs / 1000).toFixed(2)} s`);
  }
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}

async function measureStart(): Promise<number> {
  const port = await findFreePort();
  const started = performance.now();
  const { child, kill } = await startInSandbox({
    root: join(imageDirectory, process.arch, "root"),
    dataDirectory,
    environment: { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "error" },
  });
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  while (!(await isReady(port))) await wait(pollMs);
  const durationMs = performance.now() - started;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  kill("SIGTERM");
  await exited;
  return durationMs;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
