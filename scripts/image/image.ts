import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type NodeProcessor, writeAppTree } from "./app-tree.ts";
import { listRuntimePackages, readLockfile } from "./lockfile.ts";
import { type ImageContent, writeOciLayout } from "./oci-layout.ts";
import { architectureOf, serviceUserId, writeRootTree } from "./root-tree.ts";
import { type DebianPackage, renderSbom } from "./sbom.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Folder of images and root file systems. */
export const imageDirectory = join(repository, ".build/image");

/** Folder of the OCI image layout that `buildImages` writes. */
export const layoutDirectory = join(imageDirectory, "oci");

/** Command of the image. The flag is that of the `wayfare` launcher. */
export const entrypoint = ["/usr/bin/node", "--max-semi-space-size=16", "/app/packages/cli/bin/wayfare.mjs"];

/** Environment of the image. */
export const imageEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/bin",
  NODE_ENV: "production",
  SSL_CERT_FILE: "/etc/ssl/certs/ca-certificates.crt",
  HOST: "0.0.0.0",
  DATA_DIR: "/data",
};

/** Writes the root file system of the image for a processor and returns its folder. */
export function buildRoot(processor: NodeProcessor, root = join(imageDirectory, processor, "root")): string {
  const scratch = join(imageDirectory, processor);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, "app"), { recursive: true });
  const nodePackage = writeAppTree({
    repository,
    scratch: join(scratch, "install"),
    target: join(root, "app"),
    processor,
  });
  const debian = writeRootTree(root, join(scratch, "packages"), nodePackage, processor);
  writeFileSync(sbomPathOf(processor), renderSbomOf(processor, debian));
  makeReadable(root);
  return root;
}

/** Path of the CycloneDX document of an image, which is written with its root file system. */
export function sbomPathOf(processor: NodeProcessor): string {
  return join(imageDirectory, `wayfare-${architectureOf(processor)}.cdx.json`);
}

/** Builds the images of all processors and writes them as one OCI image layout. */
export function buildImages(processors: readonly NodeProcessor[]): void {
  const images = processors.map((processor) => contentOf(buildRoot(processor), processor));
  writeOciLayout(layoutDirectory, images, readCommitTime());
}

/** Returns the size of all files in bytes. */
export function measureTree(directory: string): number {
  let bytes = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}

function renderSbomOf(processor: NodeProcessor, debian: readonly DebianPackage[]): string {
  const packages = readLockfile(repository);
  const others = processor === "x64" ? "arm64" : "x64";
  const folders = listRuntimePackages(packages, "packages/cli", { includesBuilt: true }).filter((folder) => {
    const { os = ["linux"], cpu = [processor], libc = ["glibc"] } = packages[folder] ?? {};
    return os.includes("linux") && cpu.includes(processor) && libc.includes("glibc") && !folder.endsWith(others);
  });
  return renderSbom({
    packages,
    folders: [...folders, `node_modules/node-linux-${processor}`],
    debian,
    architecture: architectureOf(processor),
    version: readVersion(),
    createdAt: readCommitTime(),
  });
}

function contentOf(root: string, processor: NodeProcessor): ImageContent {
  // Layers that change rarely come first, so that a new version transfers only the last one.
  const system = ["dev", "etc", "lib", "proc", "usr", "var"];
  const loader = readdirSync(root).filter((name) => name === "lib64");
  return {
    architecture: architectureOf(processor),
    config: {
      User: `${serviceUserId}:${serviceUserId}`,
      ExposedPorts: { "8080/tcp": {} },
      Env: Object.entries(imageEnvironment).map(([name, value]) => `${name}=${value}`),
      Entrypoint: entrypoint,
      Cmd: ["start"],
      Volumes: { "/data": {} },
      WorkingDir: "/app",
      Labels: readLabels(),
      StopSignal: "SIGTERM",
    },
    layers: [
      { folder: root, paths: [...system, ...loader], ownerId: 0, comment: "Debian libraries and Node" },
      { folder: root, paths: ["data", "tmp"], ownerId: serviceUserId, comment: "writable folders" },
      { folder: root, paths: ["app/node_modules"], ownerId: 0, comment: "production dependencies" },
      { folder: root, paths: ["app/packages", "app/docs"], ownerId: 0, comment: "Wayfare" },
    ],
  };
}

/** Gives every user read access, whatever the umask of the build is. Only `/data` is private. */
function makeReadable(root: string): void {
  execFileSync("chmod", ["-R", "u=rwX,go=rX", root]);
  chmodSync(join(root, "data"), 0o700);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) {
    throw new Error("package.json has no version");
  }
  return String(manifest.version);
}

function readLabels(): Record<string, string> {
  return {
    "org.opencontainers.image.title": "wayfare",
    "org.opencontainers.image.description": "Self-hostable flight search in money and in miles",
    "org.opencontainers.image.version": readVersion(),
    "org.opencontainers.image.licenses": "Apache-2.0",
    ...readGit(["rev-parse", "HEAD"], (revision) => ({ "org.opencontainers.image.revision": revision })),
  };
}

/** Returns `SOURCE_DATE_EPOCH` or the time of the last commit, so that one commit gives one image. */
function readCommitTime(): Date {
  const given = process.env.SOURCE_DATE_EPOCH;
  const seconds = given ?? readGit(["log", "-1", "--format=%ct"], (text) => text) ?? "0";
  return new Date(Number(seconds) * 1000);
}

/** Returns undefined outside a Git repository, such as in a source archive. */
function readGit<Result>(args: readonly string[], parse: (text: string) => Result): Result | undefined {
  try {
    const text = execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return parse(text.trim());
  } catch {
    return undefined;
  }
}
