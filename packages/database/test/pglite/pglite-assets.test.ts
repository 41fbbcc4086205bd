import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadPgliteAssets } from "../../src/pglite/pglite-assets.ts";

test("loads the program that creates databases only to create one", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "wayfare-assets-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  for (const options of [{ dataDir }, { dataDir: "memory://" }]) {
    expect(Object.keys(await loadPgliteAssets(options))).toContain("initdbWasmModule");
  }
  writeFileSync(join(dataDir, "PG_VERSION"), "18\n");
  for (const options of [{ dataDir }, { dataDir: "memory://", loadDataDir: new Blob([]) }]) {
    expect(Object.keys(await loadPgliteAssets(options))).not.toContain("initdbWasmModule");
  }
});
