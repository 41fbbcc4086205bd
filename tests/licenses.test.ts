import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listRuntimePackages, readLockfile } from "../scripts/image/lockfile.ts";
import { renderSbom } from "../scripts/image/sbom.ts";
import { findUnknownLicenses, listLicenses } from "../scripts/licenses.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = readLockfile(root);
const folders = listRuntimePackages(packages, "packages/cli", { includesBuilt: true });

test("every package that is used at run time has a license that allows its distribution", () => {
  const licensed = listLicenses(packages, folders);
  expect(licensed.length).toBeGreaterThan(100);
  expect(findUnknownLicenses(licensed)).toEqual([]);
});

test("finds a license that is not allowed, and a package without one", () => {
  const planted = listLicenses(
    { "node_modules/a": { version: "1.0.0", license: "AGPL-3.0" }, "node_modules/@b/c": { version: "2.0.0" } },
    ["node_modules/a", "node_modules/@b/c", "packages/cli"],
  );
  expect(findUnknownLicenses(planted)).toEqual(["@b/c 2.0.0: none", "a 1.0.0: AGPL-3.0"]);
});

test("the software bill of materials lists npm and Debian packages once, with digests, licenses and package URLs", () => {
  const text = renderSbom({
    packages: {
      "node_modules/@b/c": {
        version: "2.0.0",
        license: "MIT",
        integrity: `sha512-${Buffer.alloc(64, 1).toString("base64")}`,
      },
      "packages/x/node_modules/@b/c": { version: "2.0.0" },
    },
    folders: ["packages/x", "node_modules/@b/c", "packages/x/node_modules/@b/c"],
    debian: [{ name: "libstdc++6", version: "12.2.0-14+deb12u1" }],
    architecture: "amd64",
    version: "1.2.3",
    createdAt: new Date("2026-11-01T00:00:00Z"),
  });
  const document: { components: Record<string, unknown>[] } = JSON.parse(text);
  expect(document).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { version: "1.2.3" } },
  });
  expect(document.components.map(({ purl }) => purl)).toEqual([
    "pkg:npm/%40b/c@2.0.0",
    "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12",
  ]);
});

test("SECURITY.md names the version that is supported", () => {
  const { version }: { version: string } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  const [major, minor] = version.split(".");
  expect(readFileSync(`${root}/SECURITY.md`, "utf8")).toContain(`| ${major}.${minor}.x |`);
});
