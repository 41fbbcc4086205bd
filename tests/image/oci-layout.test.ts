import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { writeOciLayout } from "../../scripts/image/oci-layout.ts";

const directory = mkdtempSync(join(tmpdir(), "wayfare-oci-"));
afterAll(() => rmSync(directory, { recursive: true }));

const createdAt = new Date("2026-11-01T00:00:00Z");

function write(name: string, modifiedAt: Date): { index: string; layout: string } {
  const folder = join(directory, name);
  mkdirSync(join(folder, "etc"), { recursive: true });
  writeFileSync(join(folder, "etc/passwd"), "wayfare:x:65532\n", { mode: 0o644 });
  utimesSync(join(folder, "etc/passwd"), modifiedAt, modifiedAt);
  const layout = join(directory, `${name}.oci`);
  const layers = [{ folder, paths: ["etc"], ownerId: 7, comment: "files" }];
  writeOciLayout(layout, [{ architecture: "amd64", config: { User: "7" }, layers }], createdAt);
  return { index: readFileSync(join(layout, "index.json"), "utf8"), layout };
}

function readBlob(layout: string, digest: string): Buffer {
  const content = readFileSync(join(layout, "blobs", digest.replace(":", "/")));
  expect(`sha256:${createHash("sha256").update(content).digest("hex")}`).toBe(digest);
  return content;
}

test("writes the same digests for the same content, whatever the times of the files are", () => {
  expect(write("a", new Date(1000)).index).toBe(write("b", new Date(2_000_000)).index);
});

test("names the image by architecture and by latest, with layers whose digests match", () => {
  const { index, layout } = write("c", createdAt);
  const { manifests }: { manifests: { digest: string; annotations: Record<string, string> }[] } = JSON.parse(index);
  expect(manifests.map(({ annotations }) => annotations["org.opencontainers.image.ref.name"])).toEqual([
    "amd64",
    "latest",
  ]);
  const manifest: { config: { digest: string }; layers: { digest: string }[] } = JSON.parse(
    readBlob(layout, manifests[0]?.digest ?? "").toString(),
  );
  const config: unknown = JSON.parse(readBlob(layout, manifest.config.digest).toString());
  const archive = gunzipSync(readBlob(layout, manifest.layers[0]?.digest ?? ""));
  const diffId = `sha256:${createHash("sha256").update(archive).digest("hex")}`;
  expect(config).toMatchObject({ architecture: "amd64", config: { User: "7" }, rootfs: { diff_ids: [diffId] } });
  const listed = execFileSync("tar", ["--list", "--verbose", "--numeric-owner", "--file=-"], { input: archive });
  expect(listed.toString()).toMatch(/-rw-r--r-- 7\/7 +16 2026-11-01 00:00 etc\/passwd/);
});
