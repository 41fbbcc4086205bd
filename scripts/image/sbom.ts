import { createHash } from "node:crypto";
import type { DebianArchitecture } from "../debian-packages.ts";
import type { LockedPackages } from "./lockfile.ts";

/** A Debian package of the image. */
export interface DebianPackage {
  name: string;
  version: string;
}

interface SbomOptions {
  packages: LockedPackages;
  /** Folders of the lockfile, of `listRuntimePackages`. */
  folders: readonly string[];
  debian: readonly DebianPackage[];
  architecture: DebianArchitecture;
  version: string;
  createdAt: Date;
}

/**
 * Renders the contents of an image as a CycloneDX 1.6 document: npm packages with their digests and licenses, also those that are compiled
 * into the portal, and Debian packages. The same content gives the same text.
 */
export function renderSbom({ packages, folders, debian, architecture, version, createdAt }: SbomOptions): string {
  const npm = folders
    .filter((folder) => folder.includes("node_modules/"))
    .map((folder) => renderNpmPackage(folder, packages[folder] ?? {}));
  const components = [...npm, ...debian.map((each) => renderDebianPackage(each, architecture))];
  const unique = [...new Map(components.map((each) => [each["bom-ref"], each])).values()];
  const root = { type: "application", "bom-ref": "wayfare", name: "wayfare", version };
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, architecture, unique]))}`,
    version: 1,
    metadata: {
      timestamp: createdAt.toISOString(),
      component: { ...root, licenses: [{ license: { id: "Apache-2.0" } }] },
    },
    components: unique,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Returns the name of the package in a folder: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export function packageNameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

function renderNpmPackage(folder: string, { version = "", license, integrity }: LockedPackages[string]) {
  const name = packageNameOf(folder);
  // In package URLs, the at sign of a scope is encoded.
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, digest] = integrity?.split("-", 2) ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(algorithm === "sha512" && digest !== undefined
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
  };
}

function renderDebianPackage({ name, version }: DebianPackage, architecture: DebianArchitecture) {
  const purl = `pkg:deb/debian/${name.replaceAll("+", "%2B")}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`;
  return { type: "library", "bom-ref": purl, name, version, purl };
}

/** A UUID (version 8) made of the SHA-256 of a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
