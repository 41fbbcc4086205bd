/**
 * Size of the container image, and times from its start under bubblewrap until `/healthz` and `/readyz` are 200: `npm run bench:image`. The
 * first start creates the database and the sandbox; the others find them. Needs Debian (apt-get, dpkg-deb).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildImages, imageDirectory, measureTree } from "../scripts/image/image.ts";
import { startInSandbox } from "../scripts/image/sandbox.ts";
import { findFreePort } from "../tests/postgres-server.ts";
import { type StartTimes, timeStart } from "./start/probes.ts";

const starts = 6;

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
    const { healthzMs, readyzMs } = await measureStart();
    const times = `/healthz ${(healthzMs / 1000).toFixed(2)} s, /readyz ${(readyzMs / 1000).toFixed(2)} s`;
    console.log(`${start === 0 ? "first start" : "start on existing data"}: ${times}`);
  }
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}

async function measureStart(): Promise<StartTimes> {
  const port = await findFreePort();
  const startedAtMs = performance.now();
  const { child, kill } = await startInSandbox({
    root: join(imageDirectory, process.arch, "root"),
    dataDirectory,
    environment: { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "error" },
  });
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  const assertRunning = () => {
    if (child.exitCode !== null) throw new Error(`the container has exited with ${child.exitCode}`);
  };
  const times = await timeStart({ url: `http://127.0.0.1:${port}`, startedAtMs, assertRunning });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  kill("SIGTERM");
  await exited;
  return times;
}
