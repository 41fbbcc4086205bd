import type { LockedPackages } from "./image/lockfile.ts";
import { packageNameOf } from "./image/sbom.ts";

/** Licenses that allow use, change and distribution with a notice. */
const allowedLicenses: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT AND OFL-1.1",
  "OFL-1.1",
  "Unlicense",
]);

/** Packages whose manifest declares no license, with the license that their LICENSE file contains. */
const reviewedLicenses: Readonly<Record<string, string>> = { "png-js": "MIT" };

interface LicensedPackage {
  name: string;
  version: string;
  license: string;
}

/** Returns the packages of other authors in `folders`, by name and version. Packages without a license have the license "none". */
export function listLicenses(packages: LockedPackages, folders: readonly string[]): LicensedPackage[] {
  const found = folders
    .filter((folder) => folder.includes("node_modules/"))
    .map((folder) => {
      const name = packageNameOf(folder);
      const { version = "", license = reviewedLicenses[name] ?? "none" } = packages[folder] ?? {};
      return { name, version, license };
    });
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]));
  return [...unique.values()].toSorted((a, b) => compareText(`${a.name} ${a.version}`, `${b.name} ${b.version}`));
}

/** Returns the packages whose license is not allowed. */
export function findUnknownLicenses(licensed: readonly LicensedPackage[]): string[] {
  return licensed
    .filter(({ license }) => !allowedLicenses.has(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`);
}

/** Renders docs/reference/licenses.md. */
export function renderLicensesPage(licensed: readonly LicensedPackage[]): string {
  const groups = Map.groupBy(licensed, ({ license }) => license);
  const byCount = [...groups].toSorted(([a, first], [b, second]) => second.length - first.length || compareText(a, b));
  return [
    "# Licenses",
    "",
    "Packages of other authors that the service and the portal use at run time, by the license that each declares. Their license texts are in",
    "`node_modules` and in the image. The image also contains Node and Debian packages, whose licenses are in `/usr/share/doc`.",
    "",
    "| license | packages |",
    "| --- | --- |",
    ...byCount.map(([license, members]) => `| ${license} | ${members.length} |`),
    "",
    "| package | version | license |",
    "| --- | --- | --- |",
    ...licensed.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    "",
  ].join("\n");
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
