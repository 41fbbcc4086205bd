import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type DebianArchitecture, downloadDebianPackages } from "../debian-packages.ts";
import type { NodeProcessor } from "./app-tree.ts";
import type { DebianPackage } from "./sbom.ts";

/** User and group of the service, as in other images without root. */
export const serviceUserId = 65_532;

/**
 * Everything that Node needs from an operating system, plus the certificate authorities for `SSL_CERT_FILE`. `gcc-12-base` of Debian 12
 * contains only the license of the libraries.
 */
const systemPackages = ["libc6", "libgcc-s1", "libstdc++6", "gcc-12-base", "ca-certificates"];

const libraryFolders: Record<NodeProcessor, string> = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

/** Architecture of a processor in Debian and in the OCI image specification, which use the same names. */
export function architectureOf(processor: NodeProcessor): DebianArchitecture {
  return processor === "x64" ? "amd64" : "arm64";
}

/**
 * Writes the operating system part of the image: the C and C++ libraries and their loader, certificate authorities, Node and the user.
 * There is no shell and no package manager. `/var/lib/dpkg/status.d` names the Debian packages, where vulnerability scanners look for
 * them in images without dpkg.
 *
 * @returns the Debian packages
 */
export function writeRootTree(
  root: string,
  scratch: string,
  nodePackage: string,
  processor: NodeProcessor,
): DebianPackage[] {
  const written: DebianPackage[] = [];
  for (const folder of ["data", "dev", "etc/ssl/certs", "proc", "tmp", "usr/bin", "var/lib/dpkg/status.d"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  rmSync(scratch, { recursive: true, force: true });
  for (const archive of downloadDebianPackages(architectureOf(processor), systemPackages)) {
    const name = basename(archive).split("_", 1)[0] ?? "";
    const unpacked = join(scratch, name);
    mkdirSync(unpacked, { recursive: true });
    execFileSync("dpkg-deb", ["--extract", archive, unpacked]);
    writeFileSync(join(root, "var/lib/dpkg/status.d", name), execFileSync("dpkg-deb", ["--field", archive]));
    written.push({ name, version: readField(archive, "Version") });
    copyLibraries(unpacked, root, libraryFolders[processor]);
    copyLicense(unpacked, root, name);
    if (name === "ca-certificates") writeCertificates(unpacked, root);
  }
  cpSync(join(nodePackage, "bin/node"), join(root, "usr/bin/node"));
  chmodSync(join(root, "usr/bin/node"), 0o755);
  cpSync(join(nodePackage, "LICENSE"), join(root, "usr/share/doc/node/copyright"));
  writeUser(root);
  return written;
}

function readField(archive: string, field: string): string {
  return execFileSync("dpkg-deb", ["--field", archive, field], { encoding: "utf8" }).trim();
}

/** Copies shared libraries and the loader. Character set conversions (`gconv`) and debugging tools stay out. */
function copyLibraries(unpacked: string, root: string, libraryFolder: string): void {
  for (const folder of [`lib/${libraryFolder}`, `usr/lib/${libraryFolder}`, "lib64", "lib"]) {
    for (const entry of listFolder(join(unpacked, folder))) {
      if (!/\.so(\.|$)/.test(entry.name) || entry.isDirectory()) continue;
      mkdirSync(join(root, folder), { recursive: true });
      cpSync(join(unpacked, folder, entry.name), join(root, folder, entry.name), { verbatimSymlinks: true });
    }
  }
}

function writeCertificates(unpacked: string, root: string): void {
  const folder = join(unpacked, "usr/share/ca-certificates/mozilla");
  const names = listFolder(folder).map(({ name }) => name);
  const bundle = names.toSorted().map((name) => readFileSync(join(folder, name), "utf8").trimEnd());
  writeFileSync(join(root, "etc/ssl/certs/ca-certificates.crt"), `${bundle.join("\n")}\n`);
}

function writeUser(root: string): void {
  const id = serviceUserId;
  const passwd = `root:x:0:0:root:/:/nologin\nwayfare:x:${id}:${id}:Wayfare:/data:/nologin\n`;
  writeFileSync(join(root, "etc/passwd"), passwd);
  writeFileSync(join(root, "etc/group"), `root:x:0:\nwayfare:x:${id}:\n`);
  writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files dns\n");
  writeFileSync(
    join(root, "etc/os-release"),
    'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Wayfare on Debian 12 libraries"\n',
  );
}

/** The folder is a link if another package has the license. */
function copyLicense(unpacked: string, root: string, name: string): void {
  const folder = join("usr/share/doc", name);
  if (lstatSync(join(unpacked, folder)).isSymbolicLink()) return;
  cpSync(join(unpacked, folder, "copyright"), join(root, folder, "copyright"));
}

function listFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
